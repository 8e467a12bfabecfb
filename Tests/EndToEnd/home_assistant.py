#!/usr/bin/env python3
"""The discovery messages of geofenced-mqtt, read with the schemas of Home Assistant itself.

    home_assistant.py [MESSAGES]

The messages are the golden ones of Tests/Data/MQTT, which the unit tests compare with what the program sends, and those
of a file that consumers.py has written while fences were removed. Needs the packages of home-assistant.txt. Exits 1
when a message is refused or a removed fence stays.
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


class Registry:
    """The entities of Home Assistant by unique id, with the topics of their discovery and state.

    As `homeassistant/components/mqtt/discovery.py` of 2024.11 and later: a component of a device with nothing but its
    platform is removed, one that is merely left out stays; an empty message removes what its topic has described.
    """

    def __init__(self):
        self.entities = {}

    def receive(self, topic, payload):
        if not topic.startswith("homeassistant/"):
            # The state of an entity that exists may not be emptied: its template would fail.
            assert payload or topic not in [state for _, state in self.entities.values()], topic
            return
        if not topic.endswith("/config"):
            return
        if not payload:
            self.entities = {name: e for name, e in self.entities.items() if e[0][0] != topic}
            return
        config = json.loads(payload)
        _, kind, *_, key, _ = topic.split("/")
        for key, component in (config["components"].items() if kind == "device" else [(key, config)]):
            entity = {k: v for k, v in component.items() if k != "platform"}
            if kind == "device" and not entity:
                self.entities = {name: e for name, e in self.entities.items() if e[0] != (topic, key)}
                continue
            check(component.get("platform", kind), entity | {
                "device": config["device"], "availability_topic": config["availability_topic"]})
            self.entities[entity["unique_id"]] = ((topic, key), entity.get("state_topic"))


def check_removals(path):
    for record in map(json.loads, open(path)):
        registry, seen = Registry(), set()
        for topic, payload in record["messages"]:
            registry.receive(topic, payload)
            seen |= set(registry.entities)
        assert record["removed"] in seen, (record["removed"], seen)
        assert record["removed"] not in registry.entities, f"Home Assistant still shows {record['removed']}"
        assert "geofenced_truck-07_position" in registry.entities, registry.entities
        print(f"Home Assistant has removed {record['removed']}")


def main():
    count = 0
    if len(sys.argv) > 1:
        check_removals(sys.argv[1])
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
        print(f"Home Assistant accepts {count} entities")
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
