#!/usr/bin/env python3
"""Webhooks in their long form, and read with the libraries that receivers use.

    webhooks.py --bin DIR [--events N] [--kills N]

Needs the packages of requirements.txt. Prints what was repeated; exits 1 when anything was lost, came out of order or is
not read as it should be.
"""
import argparse
import base64
import json
import pathlib
import sys
import time

from cloudevents.core.bindings.http import HTTPMessage, from_http_event
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from bench import daemon  # noqa: E402
from bench.endpoint import Endpoint  # noqa: E402
from bench.waiting import until  # noqa: E402
from cases import webhook  # noqa: E402
from cases.consumers import consumer, logged, make_consumer, seq  # noqa: E402
from cases.stream import Walker, configure  # noqa: E402


def cloud_events(headers, body):
    """The CloudEvents of a post. The library has no form for a batch: it reads each event of it in structured mode."""
    parts = [(headers, body)]
    if headers["content-type"] == "application/cloudevents-batch+json":
        alone = headers | {"content-type": "application/cloudevents+json"}
        parts = [(alone, json.dumps(part).encode()) for part in json.loads(body)]
    return [from_http_event(HTTPMessage(headers=headers, body=body)) for headers, body in parts]


def peers(place):
    """Every post is read by the reference libraries, with either secret and in the three modes of CloudEvents."""
    configure(place)
    place.daemon()
    secrets = {name: "whsec_" + base64.b64encode(key).decode() for name, key in zip(("new", "old"), webhook.KEYS)}
    forms = {"event": 'format = "event"', "cloudevents": 'format = "cloudevents"',
             "batches": 'format = "cloudevents"\nmax_batch = 10'}
    ends = {name: place.keep(Endpoint()) for name in forms}
    for name in ends:
        make_consumer(place, f"webhook-{name}")
    walker = Walker(place.client())
    walker.events(100)
    head = walker.head()
    log = logged(walker.client)[:head]
    webhook.Webhook(
        place, *[(name, ends[name].url, form + '\nsecrets = ["new", "old"]') for name, form in forms.items()],
        credentials=secrets)
    for name, end in ends.items():
        until(lambda: seq(consumer(walker.client, f"webhook-{name}")["cursor"]) >= head, 30, "the last event")
        events = []
        for _, headers, body, _ in end.posts:
            for secret in secrets.values():
                Webhook(secret).verify(body, headers)
            try:
                Webhook(secrets["new"]).verify(body + b" ", headers)
                raise AssertionError("a changed body was accepted")
            except WebhookVerificationError:
                pass
            events += cloud_events(headers, body)
        assert [event.get_id() for event in events][:head] == log
        for event in events:
            assert event.get_type().startswith("geofenced."), event.get_type()
            assert event.get_source().startswith("urn:geofenced:truck-07"), event.get_source()
            data = event.get_data()
            data = json.loads(data) if isinstance(data, (bytes, str)) else data
            assert data["event_id"] == event.get_id() and data.get("fence") == event.get_subject(), data
    assert len(ends["batches"].posts) < head / 5, len(ends["batches"].posts)
    return head


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--events", type=int, default=4000)
    parser.add_argument("--kills", type=int, default=20)
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    with daemon.temporary_place("webhooks") as place:
        print(f"{peers(place)} events in 3 forms: read by standardwebhooks and cloudevents", flush=True)
    start = time.monotonic()
    with daemon.temporary_place("webhooks") as place:
        repeats = webhook.storm(place, options.events, options.kills)
    print(f"{options.events} events, {options.kills} kills of the program, {options.kills // 2} of the daemon: 0 missing, "
          f"order kept, {repeats} came twice, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
