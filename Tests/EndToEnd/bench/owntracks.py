"""A reader of OwnTracks messages, written from https://owntracks.org/booklet/tech/json/ and …/http/.

It takes what a device publishes by itself and refuses what the documentation does not have: other topics, elements and
units, numbers as text, and a location or time that cannot be.
"""
import json
import math


def a_number(least=-math.inf, most=math.inf):
    """A number within bounds; true and false are none."""
    return lambda value: (
        isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= most)


def an_integer(least, most):
    return lambda value: isinstance(value, int) and a_number(least, most)(value)


def a_text(*words):
    return lambda value: isinstance(value, str) and value != "" and (not words or value in words)


def texts(value):
    return isinstance(value, list) and all(map(a_text(), value))


# Seconds since 1970, not milliseconds: from 2001 to 2100.
EPOCH = an_integer(1_000_000_000, 4_102_444_800)
LATITUDE, LONGITUDE = a_number(-90, 90), a_number(-180, 180)
TRACKER = a_text()

# What each element must be, and whether the type is nothing without it. Home Assistant drops an accuracy of 0.
TYPES = {
    "location": {
        "lat": (LATITUDE, True), "lon": (LONGITUDE, True), "tst": (EPOCH, True), "acc": (an_integer(1, 10**6), False),
        "alt": (an_integer(-500, 100_000), False), "cog": (an_integer(0, 359), False),
        "vel": (an_integer(0, 5_000), False), "tid": (TRACKER, False), "inregions": (texts, False),
        "inrids": (texts, False),
    },
    "transition": {
        "wtst": (EPOCH, True), "tst": (EPOCH, True), "acc": (a_number(1, 10**6), True),
        "event": (a_text("enter", "leave"), True), "lat": (LATITUDE, False), "lon": (LONGITUDE, False),
        "tid": (TRACKER, False), "desc": (a_text(), False), "t": (a_text("c", "b", "l"), False),
        "rid": (a_text(), False),
    },
    "lwt": {"tst": (EPOCH, True)},
}
# Below the topic of the device.
PLACES = {"location": [], "lwt": [], "transition": ["event"]}


class Unreadable(Exception):
    """A message that is not as documented."""


def demand(condition, *words):
    if not condition:
        raise Unreadable(*words)


def body(payload):
    """The elements of a message."""
    def refuse(name):
        raise Unreadable(f"{name} is no JSON")
    try:
        message = json.loads(payload, parse_constant=refuse)
    except ValueError as error:
        raise Unreadable(error) from error
    demand(isinstance(message, dict), "no object", message)
    kind = message.get("_type")
    demand(kind in TYPES, "type", message)
    elements = TYPES[kind]
    for name, value in message.items():
        demand(name == "_type" or name in elements, "an element that is not documented", name, message)
        demand(name == "_type" or elements[name][0](value), "value", name, message)
    missing = {name for name, (_, isNeeded) in elements.items() if isNeeded} - set(message)
    demand(not missing, "missing", missing, message)
    return message


def published(topic, payload, isRetained=False):
    """A message over MQTT."""
    message = body(payload)
    prefix, user, device, *rest = topic.split("/")
    demand(prefix == "owntracks" and user and device and rest == PLACES[message["_type"]], "topic", topic, message)
    demand(not (isRetained and message["_type"] == "transition"), "a transition is not retained", message)
    return message


def posted(headers, payload):
    """A message over HTTP, where the topic is in headers and the tracker is needed."""
    message = body(payload)
    demand("tid" in message, "tid", message)
    demand(headers.get("x-limit-u") and headers.get("x-limit-d"), "X-Limit-U and X-Limit-D", headers)
    return message
