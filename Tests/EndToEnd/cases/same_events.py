"""One walk, three ways into the daemon: the events are the same."""
import datetime
import json

from bench import nmea
from bench.daemon import TOUR
from bench.gpsd import RealGPSD
from bench.journal import Journal
from bench.receiver import Receiver
from bench.waiting import until

EXPECTED = [
    line for line in (TOUR.parent / "expected-events.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
MONITORS = {"sections": "garden-sections", "points": "points-of-interest"}
TRANSITIONS = ["entered", "exited", "dwelled"]
EPOCHS = nmea.epochs_of(TOUR)
SPEED = 200


def transitions(client):
    client.call("Events.subscribe", since_seq=0, follow=False, types=TRANSITIONS)
    events = []
    while True:
        line = client.news.pop(0) if client.news else client.line()
        if line["method"] == "end":
            return events
        events.append(line["params"])


def seconds(event):
    """When it happened, in seconds since 1970; 0 for the fences we began in."""
    time = event["crossed_at"]
    return datetime.datetime.fromisoformat(time).timestamp() if time else 0.0


def are_same(events, others):
    """The same happenings at the same times, but for the rounding of gpsd's coordinates."""
    def order(event):
        return round(seconds(event), 1), event["type"], event["monitor"], event["fence"]
    events, others = sorted(events, key=order), sorted(others, key=order)
    return len(events) == len(others) and all(
        order(one)[1:] == order(other)[1:] and abs(seconds(one) - seconds(other)) < 0.05
        for one, other in zip(events, others))


def from_file(place):
    place.daemon(f'type = "nmea-file"\npath = "{TOUR}"\nspeed = {SPEED}')
    client = place.client()
    until(lambda: client.source()["state"] == "ended", 60, "the end of the recording")
    until(lambda: client.call("Daemon.status")["store"]["pending"] == 0, 5)
    events = transitions(client)
    place.daemons[-1].terminate()
    place.empty_state()
    return events


def test_a_recording_gives_the_events_of_the_tour(place):
    events = from_file(place)
    emitted = [f"{e['type']} {MONITORS[e['monitor']]} {e['fence_name']}" for e in events]
    assert emitted == EXPECTED, emitted
    seqs = [e["seq"] for e in events]
    assert seqs == sorted(seqs) and len(set(seqs)) == len(seqs)
    for event in events:
        assert event["event_id"].endswith(f":{event['seq']}"), event
        assert event["emitted_at"].startswith("20"), event
        json.dumps(event, allow_nan=False)


def test_a_serial_line_gives_the_same_events_and_journal_entries(place):
    expected = from_file(place)
    receiver = place.keep(Receiver(place.folder / "gps"))
    journal = place.keep(Journal(place.folder))
    daemon = place.daemon(
        f'type = "serial"\ndevice = "{place.folder}/gps"\nbaud = 9600', prefix=journal.prefix)
    receiver.until_open(daemon)
    client = place.client()
    for epoch in EPOCHS:
        receiver.send(epoch)
    until(lambda: client.source()["counters"]["fixes"] >= len(EPOCHS) - 1, 20, "all fixes")
    until(lambda: are_same(transitions(client), expected), 5, "the same events")
    events = transitions(client)
    entries = {}
    def all_are_in_the_journal():
        entries.update({int(e["GEOFENCE_SEQ"]): e for e in journal.read() if "GEOFENCE_SEQ" in e})
        return all(e["seq"] in entries for e in events)
    until(all_are_in_the_journal, 5, "an entry for each event")
    for event in events:
        entry = entries[event["seq"]]
        assert entry["MESSAGE"] == event["message"], entry
        assert entry["GEOFENCE_EVENT"] == event["type"]
        assert entry["GEOFENCE_MONITOR"] == event["monitor"]
        assert entry["GEOFENCE_FENCE"] == event["fence"]
        assert entry["GEOFENCE_FENCE_NAME"] == event["fence_name"]
        assert entry["GEOFENCE_VISIT"] == event["visit"]
        assert entry.get("GEOFENCE_CROSSED_AT") == event["crossed_at"]
        assert float(entry["GEOFENCE_LAT"]) == event["lat"]
        assert json.loads(entry["GEOFENCE_JSON"]) == event
        assert len(entry["MESSAGE_ID"]) == 32 and entry["PRIORITY"] == "5"


def test_a_real_gpsd_gives_the_same_events(place):
    expected = from_file(place)
    receiver = place.keep(Receiver(place.folder / "gps"))
    server = place.keep(RealGPSD(receiver.node))
    place.daemon(f'type = "gpsd"\nhost = "127.0.0.1"\nport = {server.port}')
    client = place.client()
    # gpsd hunts for the speed first; what it hears meanwhile is lost, so the walk begins when the
    # first place has come through.
    def heard():
        receiver.send(EPOCHS[0])
        return client.source()["state"] == "fix"
    until(heard, 20, "gpsd hears the receiver")
    sent = client.source()["counters"]["fixes"]
    for number, epoch in enumerate(EPOCHS[1:], 1):
        receiver.send(epoch)
        # gpsd reads as fast as it can, but drops what a client does not take: stay together.
        until(lambda: client.source()["counters"]["fixes"] >= sent + number - 5, 10)
    until(lambda: len(transitions(client)) >= len(expected), 10, "as many events")
    assert are_same(transitions(client), expected)
