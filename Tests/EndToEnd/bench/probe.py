"""Asks a daemon how it is, again and again, and measures the longest wait for an answer; a process of its
own, so that nothing else keeps it from asking.

    probe.py SOCKET PID

Ends with its standard input and prints, in seconds: `longest`, and `own`, the longest wait less the time
in which the daemon's loop or the probe were ready to run and others had the processors: what is left is
the daemon's own doing on any machine.
"""
import contextlib
import json
import os
import pathlib
import select
import socket
import sys
import time

ASK = b'{"jsonrpc":"2.0","id":1,"method":"Daemon.status"}\n'
REST_S = 0.001


def loop_of(pid):
    """The thread of a daemon on which clients are served."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        # Other threads may end meanwhile.
        with contextlib.suppress(OSError):
            if (task / "comm").read_text().startswith("NIO-ELT"):
                return task
    raise RuntimeError("the daemon has no loop")


class Delay:
    """How long a thread was ready to run and did not, seconds."""

    def __init__(self, task):
        self.file = os.open(f"{task}/schedstat", os.O_RDONLY)

    def seconds(self):
        return int(os.pread(self.file, 100, 0).split()[1]) / 1e9


def main():
    delays = [Delay(loop_of(sys.argv[2])), Delay(f"/proc/self/task/{os.getpid()}")]
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.connect(sys.argv[1])
    answers = connection.makefile("rb")
    answers.readline()
    longest = own = calls = 0
    print("ready", flush=True)
    while not select.select([sys.stdin], [], [], REST_S)[0]:
        before = sum(delay.seconds() for delay in delays)
        begun = time.monotonic()
        connection.sendall(ASK)
        if not answers.readline():
            sys.exit("the daemon has closed the connection")
        wait = time.monotonic() - begun
        others = sum(delay.seconds() for delay in delays) - before
        calls += 1
        longest, own = max(longest, wait), max(own, wait - others)
    print(json.dumps({"longest": longest, "own": own, "calls": calls}))


if __name__ == "__main__":
    main()
