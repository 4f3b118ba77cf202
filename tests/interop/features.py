"""Compares what a client saw of the everything server with what features.json says it should see."""

from judge import differences

# What a client cannot do, or tells its user otherwise than it was on the wire, and why: found in its source, and held
# against it. A client that can cancel after all, or tells the code as it came, is a fault of this table.
RACE = (
    "its handlers of notifications run a turn later, and the handler of a call's progress is gone by then when the"
    " result comes in the same piece (shared/protocol: _onnotification, _onresponse); only the last report can be lost"
)
EXCEPTIONS = {
    "give_up": {
        "Python 1.x": "never sends notifications/cancelled: BaseSession.send_request forgets the call and tells nobody",
    },
    "last progress": {"TypeScript 1.x": RACE, "TypeScript 2.x": RACE, "TypeScript 2.x, legacy": RACE},
    "code of what is not found": {
        "TypeScript 2.x, legacy": "turns -32002 with a uri into a ResourceNotFoundError, whose code is always -32602",
    },
}
NOT_FOUND = -32002
GIVEN_UP_MS = 2_000


def judge(report, client, era, version, log, story):
    """All faults of one client's report, each with the title of its step. `log` is what the server wrote about it."""
    faults = []
    if report["version"] != version:
        faults.append(f"negotiated {report['version']}, expected {version}")
    level_is_set = False
    for step, seen in zip(story, report["steps"], strict=True):
        level_is_set = level_is_set or "log_level" in step
        found = judge_step(step, seen, client, era, log, quiet=era == "modern" or not level_is_set)
        faults += [f"{step['title']}: {fault}" for fault in found]
    return faults


def judge_step(step, seen, client, era, log, quiet):
    known = client in EXCEPTIONS.get(step["do"], {})
    if known or "absent" in seen:
        return [] if known and "absent" in seen else [f"the table of exceptions is wrong about {step['do']}"]
    faults = judge_noise(step, seen, client, era, quiet)
    if step["do"] == "give_up":
        return faults + judge_given_up(step, seen, log)
    if "error" in step:
        return faults + judge_error(step["error"], seen, client, era)
    if "result" not in seen:
        return [*faults, f"the client threw {seen['error']}"]
    result = seen["result"]
    match step["do"]:
        case "list":
            faults += judge_list(step, result)
        case "watch" if era == "modern":
            faults += differences(result["asked"], result["honored"], "honored")
        case "call":
            faults += judge_call(step, result, era)
        case _:
            faults += differences(step.get("result", {}), result, "result")
    return faults


def judge_call(step, result, era):
    content = [{"type": "text", "text": step["text"]}] if "text" in step else step.get("content")
    faults = [f"unexpected isError: {result}"] if result.get("isError") else []
    if content:
        faults += differences(content, result["content"], "content")
    if "structured" in step:
        faults += differences(step["structured"][era], result.get("structuredContent"), "structuredContent")
    return faults


def judge_noise(step, seen, client, era, quiet):
    """What came beside the answer: exactly what was asked for. `quiet` is a client that asked for no log messages but
    those of the step; in the legacy era a level stays."""
    hears = step.get("hears", [])
    faults = differences(hears[era] if isinstance(hears, dict) else hears, seen["changes"], "changes")
    faults += judge_visits(step.get("visits", []), seen["visits"])
    if "logs" in step or quiet:
        faults += differences(step.get("logs", []), [log["level"] for log in seen["logs"]], "levels of log messages")
    return faults + judge_progress(step, [report["progress"] for report in seen["progress"]], client)


def judge_visits(expected, visits):
    fits = len(visits) == len(expected) and all(map(str.startswith, visits, expected))
    return [] if fits else [f"the user was sent to {visits}, expected {expected}"]


def judge_progress(step, values, client):
    if "beats" in step:
        alive = len(values) >= step["beats"] and values == sorted(set(values)) and all(0 < value < 1 for value in values)
        return [] if alive else [f"expected {step['beats']} signs of life, each a little further: {values}"]
    expected = step.get("progress", [])
    if step.get("last_with_answer") and client in EXCEPTIONS["last progress"] and values == expected[:-1]:
        return []
    return differences(expected, values, "progress")


def judge_given_up(step, seen, log):
    faults = [] if "content" not in seen.get("result", {}) else [f"the call came to its end: {seen['result']}"]
    if seen["ms"] > GIVEN_UP_MS:
        faults.append(f"the client was held for {seen['ms']} ms")
    if step["server_log"] not in log:
        faults.append(f"the server's log does not say {step['server_log']!r}, so its tool was not told")
    return faults


def judge_error(expected, seen, client, era):
    if "error" not in seen:
        return [f"expected an error, got {seen['result']}"]
    error, code = seen["error"], expected["code"]
    code = code[era] if isinstance(code, dict) else code
    faults = []
    if code == NOT_FOUND and client in EXCEPTIONS["code of what is not found"]:
        code = expected["code"]["modern"]
    if error.get("code") != code:
        faults.append(f"the code is {error.get('code')}, expected {code}: {error}")
    if "uri" in expected:
        faults += differences({"uri": expected["uri"]}, error.get("data"), "data")
    if expected.get("says", "") not in error["message"]:
        faults.append(f"the message does not say {expected['says']!r}: {error['message']}")
    return faults


def judge_list(step, result):
    items = result["resourceTemplates" if step["what"] == "templates" else step["what"]]
    names = [item.get("uri") or item.get("uriTemplate") or item["name"] for item in items]
    faults = [f"{name} is not listed: {names}" for name in step.get("has", []) if name not in names]
    return faults + [f"{name} is listed" for name in step.get("lacks", []) if name in names]
