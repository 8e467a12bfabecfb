"""How long others wait: a second client that asks all the time, on a thread of its own."""
import pathlib
import threading
import time


def queued(threads):
    """Seconds for which threads, as folders of /proc, have waited for a processor."""
    waited = 0
    for thread in threads:
        try:
            waited += int((thread / "schedstat").read_text().split()[1])
        except (FileNotFoundError, ProcessLookupError):
            pass
    return waited / 1e9


def loops(pid):
    """The threads of a daemon that answer clients, as folders of /proc."""
    threads = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return [thread for thread in threads if (thread / "comm").read_text().startswith("NIO-ELT")]


class Others:
    """Asks the daemon for its monitors again and again while the block runs; `longest` is the longest
    wait for an answer, in seconds, without the time for which other programs had the processors."""

    def __init__(self, place):
        self.client = place.client()
        self.loops = loops(place.daemons[-1].pid)
        self.longest = 0.0
        self.asked = 0
        self.running = True
        self.thread = threading.Thread(target=self.ask)

    def now(self):
        return time.monotonic() - queued([pathlib.Path("/proc/thread-self"), *self.loops])

    def ask(self):
        # Once more at the end, so that what the block began last is waited for, too.
        last = False
        while not last:
            last = not self.running
            begun = self.now()
            self.client.call("Monitor.list")
            self.longest = max(self.longest, self.now() - begun)
            self.asked += 1

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.running = False
        self.thread.join()
        self.client.close()


def shortest_wait(place, act, rounds=3):
    """The longest wait of others while `act()` runs, of the round in which it was shortest: a busy
    machine makes all wait longer, and never less."""
    waits = []
    for _ in range(rounds):
        with Others(place) as others:
            act()
        assert others.asked > 1, others.asked
        waits.append(others.longest)
    return min(waits)
