"""Waiting for conditions, never for time alone."""
import contextlib
import threading
import time

_never = threading.Event()


def until(condition, seconds=10.0, what=None):
    """The first true value of `condition()`; fails when there is none in time."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what or condition}")
        _never.wait(0.01)


def rounds(act, is_good, most=4):
    """The results of `act()` in some rounds, of which the first good one is the last: a machine or a disk that
    stalls makes a result worse, and never better."""
    results = [act()]
    while len(results) < most and not is_good(results[-1]):
        results.append(act())
    return results


def shortest(act, enough):
    """The shortest of the times that `act()` gives in some rounds, in seconds; enough is below that."""
    return min(rounds(act, lambda time: time < enough, most=3))


@contextlib.contextmanager
def repeated(act, every_s=0.2):
    """Performs `act()` again and again, on a thread of its own, until the end of the block."""
    over = threading.Event()

    def run():
        while not over.is_set():
            act()
            over.wait(every_s)
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def pause(seconds):
    """Time that belongs to the scenario itself: a receiver's second, an observation window."""
    _never.wait(seconds)
