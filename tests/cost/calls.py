"""One valid call over each transport, as few bytes and system calls as an honest modern client needs."""

import json
import socket

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "cost", "version": "1.0.0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
ANSWER_SECONDS = 60


def request(number):
    params = {"name": "lookup_order", "arguments": {"order_id": "A-1042"}, "_meta": META}
    message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(message, separators=(",", ":")).encode()


class Stdio:
    """Lines to and from a process."""

    def __init__(self, process):
        self.process = process

    def call(self, number):
        self.process.stdin.write(request(number) + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the server closed its output")
        return line


class Http:
    """One kept-alive HTTP/1.1 connection, written by hand: a request and its answer are one write and few reads."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=ANSWER_SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")
        self.head = (
            "POST /mcp HTTP/1.1\r\n"
            f"Host: 127.0.0.1:{port}\r\n"
            "Content-Type: application/json\r\n"
            "Accept: application/json, text/event-stream\r\n"
            f"MCP-Protocol-Version: {VERSION}\r\n"
            "Mcp-Method: tools/call\r\n"
            "Mcp-Name: lookup_order\r\n"
        )

    def call(self, number):
        body = request(number)
        self.socket.sendall(f"{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status = self.reader.readline()
        headers = {}
        while line := self.reader.readline().strip():
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        if b" 200 " not in status or "content-length" not in headers:
            raise SystemExit(f"a silent call is answered by one JSON body: got {status!r} {headers}")
        return self.reader.read(int(headers["content-length"]))

    def close(self):
        self.reader.close()
        self.socket.close()
