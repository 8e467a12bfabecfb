"""Sources that send more than any receiver does."""
import contextlib
import json
import socket
import threading
import time

from bench import nmea
from bench.waiting import until
from bench.waits import LongestWait

PLACE = (34.4581, -119.7098)
BYTES_PER_S = 2_000_000
# The daemon may be ahead of the rate by what it reads at once.
BURST = 4 * 65_536
# For a build without optimization, on a machine that has other work: a second for each megabyte.
CPU_S_PER_BYTE = 1e-6
TPV = json.dumps({
    "class": "TPV", "device": "/dev/ttyUSB0", "mode": 3, "lat": PLACE[0], "lon": PLACE[1],
    "eph": 4.0}).encode() + b"\n"
# Without optimization, fixes alone are read more slowly than the limit allows.
BLANKS = b" " * 30_000 + b"\n"
COMMENT = b"#" + BLANKS


@contextlib.contextmanager
def server(block):
    """The port of a server that sends the block again and again, as fast as it is read."""
    def serve():
        with contextlib.suppress(OSError):
            while True:
                connection, _ = listener.accept()
                with connection, contextlib.suppress(OSError):
                    while True:
                        connection.sendall(block)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def measure(place, daemon, client):
    """Looks at the source for as long as it takes to read four megabytes."""
    def read():
        return client.source()["counters"]["bytes"]
    until(lambda: read() > 0, 20, "the first bytes")
    first, begun, cpu_s = read(), time.monotonic(), daemon.cpu_seconds()
    with LongestWait(place) as others:
        # An answer is as of an instant before it arrives, so the last one is asked for before the clock is read.
        last = until(lambda: (n := read()) > first + 4_000_000 and n, 60, "four megabytes")
    elapsed_s, cpu_s = time.monotonic() - begun, daemon.cpu_seconds() - cpu_s
    count = last - first
    assert count <= BYTES_PER_S * elapsed_s + BURST, (count, elapsed_s)
    assert cpu_s <= CPU_S_PER_BYTE * count, (cpu_s, count)
    assert others.seconds < 5.0, others.seconds
    source = client.source()
    remark = {r["code"]: r["message"] for r in source.get("remarks") or []}["read-limit"]
    assert "2 MB/s" in remark, remark
    assert source["counters"]["read-limit"] > 0, source
    return source


def test_program_that_floods_is_read_at_a_bounded_rate(place):
    block = place.folder / "block"
    block.write_bytes((nmea.epoch(1, *PLACE) + BLANKS) * 10)
    daemon = place.daemon(
        f'type = "exec"\ncommand = ["sh", "-c", "while cat $0; do :; done", "{block}"]')
    measure(place, daemon, place.client())


def test_server_that_floods_is_read_at_a_bounded_rate_and_nothing_is_lost(place):
    with server(b"".join(nmea.epoch(second, *PLACE) + BLANKS for second in range(100))) as port:
        daemon = place.daemon(f'type = "nmea-tcp"\nhost = "127.0.0.1"\nport = {port}')
        client = place.client()
        counters = measure(place, daemon, client)["counters"]
    # A lost byte would be a damaged sentence.
    assert not counters.get("discard.bad-checksum") and not counters.get("discard.truncated"), counters


def test_gpsd_that_floods_is_read_at_a_bounded_rate(place):
    with server(TPV + COMMENT * 10) as port:
        daemon = place.daemon(f'type = "gpsd"\nhost = "127.0.0.1"\nport = {port}')
        measure(place, daemon, place.client())


def test_programs_that_push_share_the_rate_of_their_source(place):
    path = place.folder / "push.sock"
    place.daemon(f'type = "socket"\npath = "{path}"')
    over, sent = threading.Event(), [0, 0, 0]

    def push(number):
        with socket.socket(socket.AF_UNIX) as writer, contextlib.suppress(OSError):
            writer.connect(str(path))
            while not over.is_set():
                sent[number] += writer.send(COMMENT)
    for number in range(3):
        threading.Thread(target=push, args=(number,), daemon=True).start()
    client = place.client()
    try:
        until(lambda: client.source()["counters"].get("read-limit"), 30, "the limit")
        remarks = [r["code"] for r in client.source()["remarks"]]
        assert "read-limit" in remarks, remarks
        first, begun = sum(sent), time.monotonic()
        last = until(lambda: (n := sum(sent)) > first + 4_000_000 and n, 60, "four megabytes")
        # The kernel holds some hundred kilobytes for each of them.
        elapsed_s = time.monotonic() - begun
        assert last - first <= BYTES_PER_S * elapsed_s + 3 * 300_000 + BURST, (last - first, elapsed_s)
    finally:
        over.set()


def test_standard_error_that_floods_costs_no_core(place):
    daemon = place.daemon(
        'type = "exec"\ncommand = ["sh", "-c", "yes trouble trouble trouble >&2"]')
    until(lambda: "are left out)" in daemon.errors(), 20, "the limit of the journal")
    before, begun = daemon.cpu_seconds(), time.monotonic()
    until(lambda: time.monotonic() - begun > 2, 5)
    # Without the limit nearly the whole of what the machine gives.
    assert daemon.cpu_seconds() - before <= CPU_S_PER_BYTE * (BYTES_PER_S * 2 + BURST)
