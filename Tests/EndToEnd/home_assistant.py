#!/usr/bin/env python3
"""The discovery messages of geofenced-mqtt, read with the schemas of Home Assistant itself.

The messages are the golden ones of Tests/Data/MQTT, which the unit tests compare with what the program sends. Needs the
packages of home-assistant.txt. Exits 1 when a message is not taken.
"""
import json
import pathlib
import sys

import voluptuous
from homeassistant.components.mqtt import binary_sensor, device_tracker, event
from homeassistant.components.mqtt.mixins import MQTT_ENTITY_DEVICE_INFO_SCHEMA

DATA = pathlib.Path(__file__).resolve().parents[1] / "Data/MQTT"
SCHEMAS = {
    "binary_sensor": binary_sensor.PLATFORM_SCHEMA_MODERN, "device_tracker": device_tracker.PLATFORM_SCHEMA_MODERN,
    "event": event.PLATFORM_SCHEMA_MODERN,
}
# What the envelope of a device holds, from the documentation: this release of Home Assistant has no schema of it.
ENVELOPE = {"device", "origin", "availability_topic", "components"}
# Read by the discovery itself, before the schema of an entity.
ORIGIN = voluptuous.Schema({voluptuous.Required("name"): str, "sw_version": str, "support_url": str})


def messages(name):
    """Topic and payload of each message."""
    lines = (DATA / name).read_text().splitlines()
    return [(lines[i].split()[0], json.loads(lines[i + 1])) for i in range(0, len(lines), 2)]


def check(platform, config):
    """Raises where Home Assistant would refuse the entity, or does not know one of its keys."""
    SCHEMAS[platform]({key: value for key, value in config.items() if key != "origin"})


def main():
    count = 0
    for topic, config in messages("discovery-entity.txt"):
        prefix, platform, _, _, last = topic.split("/")
        assert prefix == "homeassistant" and last == "config", topic
        ORIGIN(config["origin"])
        check(platform, config)
        count += 1
    for topic, config in messages("discovery-device.txt"):
        assert topic.split("/")[1] == "device" and set(config) == ENVELOPE, (topic, set(config))
        ORIGIN(config["origin"])
        MQTT_ENTITY_DEVICE_INFO_SCHEMA(config["device"])
        for component in config["components"].values():
            entity = {key: value for key, value in component.items() if key != "platform"}
            check(component["platform"], entity | {
                "device": config["device"], "availability_topic": config["availability_topic"]})
            count += 1
    # The schemas refuse what is wrong: a check that takes everything would be none.
    wrong = dict(messages("discovery-entity.txt")[0][1], event_types="entered")
    try:
        check("event", wrong | {"no_such_key": 1})
    except voluptuous.Invalid:
        print(f"Home Assistant takes {count} entities")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
