"""Journal entries as journald gets them, and as a terminal shows them."""
from bench.journal import Journal
from bench.waiting import rounds, until

QUIET = 'type = "socket"'


def test_every_event_is_an_entry_with_its_fields(place):
    journal = place.keep(Journal(place.folder))
    place.daemon(QUIET, prefix=journal.prefix)
    started = until(
        lambda: [e for e in journal.read() if e.get("GEOFENCE_EVENT") == "daemon-started"], 10)[0]
    assert started["PRIORITY"] == "5" and len(started["MESSAGE_ID"]) == 32, started
    assert started["GEOFENCE_SEQ"] == "1" and started["GEOFENCE_JSON"].startswith("{"), started
    assert started["SYSLOG_IDENTIFIER"] == "geofenced"


def test_without_a_journal_it_is_a_readable_line(place):
    daemon = place.daemon(QUIET)
    until(lambda: "GEOFENCE_EVENT=daemon-started" in daemon.errors(), 5)
    assert "geofenced" in daemon.errors().splitlines()[0]


def test_entries_continue_where_they_stopped(place):
    journal = place.keep(Journal(place.folder))
    place.daemon(QUIET, prefix=journal.prefix)
    until(lambda: journal.read(), 5)
    seqs = lambda: [int(e["GEOFENCE_SEQ"]) for e in journal.read() if "GEOFENCE_SEQ" in e]  # noqa: E731

    def is_continued():
        assert place.daemons[-1].terminate() == 0
        before = seqs()
        place.daemon(prefix=journal.prefix)
        until(lambda: len({e["GEOFENCE_JSON"] for e in journal.read()
                           if e.get("GEOFENCE_EVENT") == "daemon-started"}) == len(place.daemons), 10, "the next start")
        after = seqs()[len(before):]
        assert before == sorted(before) and after == sorted(set(after)), (before, after)
        return after[0] == before[-1] + 1
    # Where the disk or the machine stalls, a stop does not wait until the log knows what the journal has.
    assert any(rounds(is_continued, bool)), "every clean restart repeated an entry"
