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
from cases import webhook  # noqa: E402
from cases.consumers import logged, make_consumer  # noqa: E402
from cases.stream import INSIDE, OUTSIDE, Walker, configure  # noqa: E402


def peers(place):
    """Every post is read by the reference libraries, with either secret and in both modes of CloudEvents."""
    configure(place)
    place.daemon()
    secrets = {name: "whsec_" + base64.b64encode(key).decode() for name, key in zip(("new", "old"), webhook.KEYS)}
    ends = {"event": Endpoint(), "cloudevents": Endpoint()}
    for name, end in ends.items():
        place.keep(end)
        make_consumer(place, f"webhook-{name}")
    webhook.Webhook(
        place, *[(name, end.url, f'format = "{name}"\nsecrets = ["new", "old"]') for name, end in ends.items()],
        credentials=secrets)
    walker = Walker(place.client())
    walker.step(INSIDE, OUTSIDE, INSIDE)
    head = walker.head()
    log = logged(walker.client)[:head]
    for name, end in ends.items():
        assert webhook.until_head(end, head) == log
        for (_, headers, body, _), event_id in zip(end.posts, log):
            for secret in secrets.values():
                Webhook(secret).verify(body, headers)
            try:
                Webhook(secrets["new"]).verify(body + b" ", headers)
                raise AssertionError("a changed body was accepted")
            except WebhookVerificationError:
                pass
            event = from_http_event(HTTPMessage(headers=headers, body=body))
            assert event.get_id() == event_id and event.get_type().startswith("geofenced."), headers
            assert event.get_source().startswith("urn:geofenced:truck-07"), headers
            data = event.get_data()
            data = json.loads(data) if isinstance(data, (bytes, str)) else data
            assert data["event_id"] == event_id and data.get("fence") == event.get_subject(), data
    return head


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--events", type=int, default=4000)
    parser.add_argument("--kills", type=int, default=20)
    options = parser.parse_args()
    daemon.BIN = options.bin.resolve()
    with daemon.temporary_place("webhooks") as place:
        print(f"{peers(place)} events in 2 forms: read by standardwebhooks and cloudevents", flush=True)
    start = time.monotonic()
    with daemon.temporary_place("webhooks") as place:
        repeats = webhook.storm(place, options.events, options.kills)
    print(f"{options.events} events, {options.kills} kills of the program, {options.kills // 2} of the daemon: 0 missing, "
          f"order kept, {repeats} came twice, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    sys.exit(main())
