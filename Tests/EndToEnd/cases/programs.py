"""Programs as sources that do not end as they should."""
import contextlib
import os
import re
import time

from bench import daemon as daemons
from bench.waiting import pause, until
from bench.waits import LongestWait
from cases.client import equal

LINE = '{"lat":34.4581,"lon":-119.7098}'
# Beside minutes, or for ever: what a loaded machine itself may take.
WAIT_S = 5.0


def write_program(place, body):
    """A source of a Python program that notes its process, prints a fix, and goes on with `body`."""
    script = place.folder / "program.py"
    script.write_text(
        "import os, signal, sys, time\n"
        f"open({str(place.folder / 'pids')!r}, 'a').write(f'{{os.getpid()}}\\n')\n"
        f"{body}\n")
    return f'type = "exec"\ncommand = ["python3", "-S", "{script}"]'


def pids(place):
    file = place.folder / "pids"
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def is_there(pid):
    return os.path.exists(f"/proc/{pid}")


def test_program_that_left_its_process_group_is_ended_without_delay(place):
    place.daemon(write_program(
        place, f"os.setpgid(0, os.getpgid(os.getppid()))\nprint({LINE!r}, flush=True)\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(600)"))
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")
    pid = pids(place)[-1]
    with LongestWait(place) as others:
        client.call("Source.stop", source="gps")
        until(lambda: not is_there(pid), 15, "the program gone")
    assert others.seconds < WAIT_S, others.seconds
    client.call("Source.start", source="gps")
    until(lambda: len(pids(place)) == 2, 10, "the program again")


def test_program_that_survives_a_kill_is_reported_and_not_started_twice(place):
    # What waits for a dead device survives SIGKILL: here the signal does not arrive.
    daemon = place.daemon(
        write_program(
            place, f"print({LINE!r}, flush=True)\nos.close(1)\ntime.sleep(600)"),
        prefix=["strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=kill",
                "-e", "inject=kill:retval=0"], start=False)
    # strace stops it at every call, and a filter in the kernel would refuse the signal that strace itself
    # begins with.
    daemon.until_ready(60)
    client = place.client()
    with LongestWait(place) as others:
        source = until(
            lambda: (s := client.source()).get("code") == "program-remains" and s, 20, "the trouble")
        pid = pids(place)[0]
        assert re.search(rf"python3 \(process {pid}, state S\) was killed", source["message"]), source
        until(lambda: f"source gps: python3 (process {pid}, state S) was killed" in daemon.errors(), 5,
              "the entry in the journal")
    assert others.seconds < WAIT_S, others.seconds
    assert pids(place) == [pid], "a second one was started beside it"
    os.kill(pid, 9)
    until(lambda: len(pids(place)) == 2, 45, "the program again")
    assert not is_there(pid), "not reaped"
    for left in pids(place)[1:]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(left, 9)


def test_a_source_that_is_restarted_at_once_has_one_program(place):
    place.daemon(write_program(
        place, f"print({LINE!r}, flush=True)\ntime.sleep(600)"))
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")
    for _ in range(5):
        client.call("Source.stop", source="gps")
        client.call("Source.start", source="gps")
    until(lambda: client.source()["state"] == "fix", 10, "a fix again")
    until(lambda: sum(map(is_there, pids(place))) == 1, 15, "one program")
    last = [pid for pid in pids(place) if is_there(pid)]
    client.call("Source.stop", source="gps")
    until(lambda: not is_there(last[0]), 15, "the program gone")


def test_a_program_inherits_no_descriptor_of_the_daemon(place):
    found = place.folder / "descriptors"
    place.daemon(
        f'type = "exec"\ncommand = ["sh", "-c", "ls -l /proc/self/fd > {found}.new; '
        f'mv {found}.new {found}; sleep 600"]')
    until(found.exists, 10, "the list")
    open_files = re.findall(r" (\d+) -> (\S+)", found.read_text())
    # The last is what ls reads the directory by.
    assert [number for number, _ in open_files] == ["0", "1", "2", "3"], open_files
    assert open_files[3][1].startswith("/proc/"), open_files


def trouble(client, code):
    # Each time that the program fails, the next start is later.
    return until(lambda: (s := client.source()).get("code") == code and s, 30, code)["message"]


def test_failed_program_is_reported_with_its_status_and_last_output(place):
    daemon = place.daemon(write_program(
        place, "print('reading the licence', file=sys.stderr)\n"
        "print('no licence\\x1b[31m', file=sys.stderr, end='')\nsys.exit(3)"))
    client = place.client()
    equal(trouble(client, "program-failed"),
          "python3 ended with status 3: no licence\\u001b[31m; it is started again by itself.")
    until(lambda: "source gps, its program: reading the licence" in daemon.errors(), 5, "the line in the journal")
    until(lambda: len(pids(place)) > 1, 10, "the program again")


def test_program_ended_by_a_signal_is_reported_with_it(place):
    place.daemon(write_program(place, "os.kill(os.getpid(), signal.SIGSEGV)"))
    equal(trouble(place.client(), "program-failed"),
          "python3 was ended by signal 11; it is started again by itself.")


def test_program_that_ends_or_closes_its_output_is_reported(place):
    place.daemon(write_program(place, f"print({LINE!r}, flush=True)"))
    client = place.client()
    equal(trouble(client, "program-ended"), "python3 ended; it is started again by itself.")
    (place.folder / "program.py").write_text("import os, time\nos.close(1)\ntime.sleep(600)\n")
    equal(trouble(client, "program-failed"),
          "python3 closed its output, did not end, and was stopped; it is started again by itself.")


def test_a_program_that_is_stopped_while_it_ends_is_gone(place):
    place.daemon(write_program(place, "os.close(1)\ntime.sleep(600)"))
    client = place.client()
    pid = until(lambda: pids(place), 10, "the program")[0]
    client.call("Source.stop", source="gps")
    until(lambda: not is_there(pid), 15, "the program gone")
    equal(client.source()["state"], "stopped")


def test_program_reports_why_it_has_no_position(place):
    place.daemon(write_program(
        place, "print('{\"error\":\"the antenna is not connected\"}', flush=True)\n"
        f"while not os.path.exists({str(place.folder / 'go')!r}): time.sleep(0.05)\n"
        f"print({LINE!r}, flush=True)\ntime.sleep(600)"))
    client = place.client()
    equal(trouble(client, "sender-error"), "The sender has no position: the antenna is not connected")
    equal(client.source()["state"], "nofix")
    (place.folder / "go").touch()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")


def test_program_that_floods_standard_error_delays_nothing(place):
    daemon = place.daemon(write_program(
        place, f"print({LINE!r}, flush=True)\nwhile True: sys.stderr.write('trouble ' * 100 + '\\n')"))
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")
    with LongestWait(place) as others:
        pause(2)
        until(lambda: "are left out)" in daemon.errors(), 10, "the limit")
    assert others.seconds < WAIT_S, others.seconds
    equal(daemon.errors().count("its program: trouble"), 20)
    assert "(more lines of this minute are left out)" in daemon.errors()


def test_program_is_asked_to_end_and_killed_only_after_its_time(place):
    """It switches its receiver off when it gets SIGTERM."""
    off = place.folder / "off"
    source = write_program(
        place, f"def stop(*_):\n  open({str(off)!r}, 'w').write('off')\n  sys.exit()\n"
        f"signal.signal(signal.SIGTERM, stop)\nprint({LINE!r}, flush=True)\ntime.sleep(600)")
    daemon = place.daemon(source)
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")
    client.call("Source.stop", source="gps")
    until(off.exists, 10, "the receiver switched off")
    until(lambda: not is_there(pids(place)[-1]), 15, "the program gone")
    off.unlink()
    client.call("Source.start", source="gps")
    until(lambda: client.source()["state"] == "fix", 20, "a fix")
    daemon.terminate(30)
    assert off.exists() and not is_there(pids(place)[-1])


def test_program_that_does_not_end_is_killed_after_the_configured_time(place):
    source = write_program(
        place, "signal.signal(signal.SIGTERM, lambda *_: open("
        f"{str(place.folder / 'asked')!r}, 'a').write(f'{{time.monotonic()}}\\n'))\n"
        f"print({LINE!r}, flush=True)\nwhile True: time.sleep(600)")
    daemon = place.daemon(source + "\nstop_timeout_s = 2")
    client = place.client()
    until(lambda: client.source()["state"] == "fix", 10, "a fix")
    pid = pids(place)[-1]
    begun = time.monotonic()
    daemon.terminate(40)
    assert time.monotonic() - begun > 1.9
    # Once: a second SIGTERM would abort what the first one began.
    equal(len((place.folder / "asked").read_text().split()), 1)
    assert not is_there(pid)


def test_what_a_program_started_in_a_session_of_its_own_ends_with_it(place):
    """Also where its parent has ended, so that nothing but its environment shows where it comes from."""
    daemon = place.daemon(write_program(
        place, f"if os.fork() == 0:\n  os.setsid()\n  if os.fork(): os._exit(0)\n"
        f"  open({str(place.folder / 'left')!r}, 'w').write(str(os.getpid()))\n  time.sleep(600)\n"
        f"os.wait()\nprint({LINE!r}, flush=True)\n"
        f"while not os.path.exists({str(place.folder / 'go')!r}): time.sleep(0.05)\n"))
    client = place.client()
    left = place.folder / "left"
    until(lambda: left.exists() and left.read_text(), 10, "the process")
    first = int(left.read_text())
    (place.folder / "go").touch()
    until(lambda: not is_there(first), 15, "the process gone")
    until(lambda: f"what python3 had started (process {first}" in daemon.errors(), 10, "the journal")
    (place.folder / "go").unlink()
    until(lambda: left.read_text() not in ("", str(first)), 20, "the program again")
    second = int(left.read_text())
    client.call("Source.stop", source="gps")
    until(lambda: not is_there(second), 15, "the process gone")


def test_the_end_of_a_program_is_seen_though_another_process_holds_its_output(place):
    place.daemon(
        f'type = "exec"\ncommand = ["sh", "-c", "sleep 600 & echo $! > {place.folder}/child; '
        'exit 4"]')
    client = place.client()
    equal(trouble(client, "program-failed"), "sh ended with status 4; it is started again by itself.")
    child = int((place.folder / "child").read_text())
    until(lambda: not is_there(child), 15, "the child gone")
