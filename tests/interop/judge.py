"""Compares what a client saw with what story.json says it should see. Returns faults as sentences."""

TOOLS = ["create_note", "lookup_order", "refund_order"]


def judge(report, version, story):
    """All faults of one client's report, each with the title of its step."""
    faults = []
    if report["version"] != version:
        faults.append(f"negotiated {report['version']}, expected {version}")
    faults += judge_tools(report["tools"])
    for step, call in zip(story, report["calls"], strict=True):
        faults += [f"{step['title']}: {fault}" for fault in judge_call(step, call)]
    return faults


def judge_tools(tools):
    names = sorted(tool["name"] for tool in tools)
    if names != TOOLS:
        return [f"listed {names}, expected {TOOLS}"]
    bare = [t["name"] for t in tools if not t.get("description") or t["inputSchema"].get("type") != "object"]
    return [f"{name} has no description or no object schema" for name in bare]


def judge_call(step, call):
    if "thrown" in call:
        return [f"the client threw {call['thrown']}"]
    result = call["result"]
    text = "\n".join(block.get("text", "") for block in result["content"])
    faults = judge_question(step, call["asked"])
    if "error" in step:
        if not result.get("isError"):
            faults.append(f"expected isError, got {result}")
        faults += [f"the text does not say {word!r}: {text}" for word in step["error"] if word not in text]
    elif result.get("isError"):
        faults.append(f"unexpected isError: {text}")
    else:
        faults += differences(step["structured"], result.get("structuredContent"), "structuredContent")
    return faults


def judge_question(step, asked):
    """Only a step with a user is asked, once, by a form with the one box `confirm`."""
    if "user" not in step:
        return [f"nobody should have been asked, got {asked}"] if asked else []
    if len(asked) != 1:
        return [f"the user should be asked once, was asked {len(asked)} times"]
    properties = asked[0]["requestedSchema"]["properties"]
    boxes = {name: schema["type"] for name, schema in properties.items()}
    faults = [] if boxes == {"confirm": "boolean"} else [f"the form should be one box `confirm`, got {boxes}"]
    order, amount = step["arguments"]["order_id"], str(step["arguments"]["amount_cents"])
    if order not in asked[0]["message"] or amount not in asked[0]["message"]:
        faults.append(f"the question names neither order nor amount: {asked[0]['message']}")
    return faults


def differences(expected, actual, path):
    """Where `actual` lacks something of `expected`; more is fine, and `null` stands for absent."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        return [
            fault for key, value in expected.items() for fault in differences(value, actual.get(key), f"{path}.{key}")
        ]
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [fault for i, (e, a) in pairs for fault in differences(e, a, f"{path}[{i}]")]
    return [] if expected == actual else [f"{path} is {actual!r}, expected {expected!r}"]
