"""Checks the installed packages from inside a booted Debian: run by scripts/test-system."""
import base64
import contextlib
import ctypes
import hashlib
import hmac
import json
import os
import pathlib
import pty
import pwd
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
import traceback

from bench.endpoint import Endpoint

TEST = "/test"
CONFIG = "/etc/geofenced/geofenced.toml"
passed, failed = [], []


def run(*command, check=True, user=None):
    if user:
        command = ("runuser", "-u", user, "--", *command)
    done = subprocess.run(command, capture_output=True, text=True)
    if check and done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit {done.returncode}: {done.stderr or done.stdout}")
    return done


def until(condition, seconds=60, what="the condition"):
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not come within {seconds} s")
        time.sleep(0.05)


def case(function):
    name = function.__name__.replace("_", " ")
    try:
        function()
        passed.append(name)
        print(f"ok      {name}", flush=True)
    except Exception as error:
        failed.append(name)
        print(f"FAILED  {name}: {error}", flush=True)
        if not isinstance(error, AssertionError):
            traceback.print_exc(file=sys.stdout)
        newest = run(
            "journalctl", "-u", "geofenced", "-u", "geofenced-hooks", "-n", "15", "--no-pager", check=False).stdout
        print("        " + newest.replace("\n", "\n        "), flush=True)


def property_of(name, unit="geofenced"):
    return run("systemctl", "show", unit, "-P", name).stdout.strip()


def active(unit="geofenced"):
    return property_of("ActiveState", unit) == "active"


def status():
    return json.loads(run("geofencectl", "status", "-o", "json").stdout)


def sync_journal():
    """Waits until the journal has stored everything that it was sent before."""
    run("journalctl", "--sync", check=False)


def journal(unit="geofenced"):
    """All lines of a unit."""
    sync_journal()
    return run("journalctl", "-u", unit, "--no-pager", "-o", "cat").stdout


def journal_events(*match):
    sync_journal()
    text = run("journalctl", "-u", "geofenced", "-o", "json", "--no-pager", *match).stdout
    return [json.loads(line) for line in text.splitlines()]


# The tour is played again and again, with the times of the day it was recorded on.
PLAYED = 'date_check = "off"\norder_check = "off"'


def configure(source, extra=""):
    with open(CONFIG, "w") as file:
        file.write(f"""
[source.gps]
{PLAYED}
{source}

[defaults.global]
ignore_period_s = 0
{extra}
[[monitor]]
name = "garden-sections"
source = "gps"
fences = "fences.d/sections.geojson"
""")
    shutil.copy(f"{TEST}/sections.geojson", "/etc/geofenced/fences.d/sections.geojson")


class Receiver:
    """A pseudo-terminal under a device name that plays the tour."""

    def __init__(self, speed=120):
        # A receiver of a case that failed may have left its name, which would be taken for the one of this.
        self.remove_name()
        self.process = subprocess.Popen(
            ["python3", f"{TEST}/play-nmea", f"{TEST}/tour.nmea", "--link", "/dev/gps-test",
             "--speed", str(speed), "--linger", "1"])
        until(lambda: os.path.exists("/dev/gps-test"), what="the receiver")
        node = os.path.realpath("/dev/gps-test")
        shutil.chown(node, group="dialout")
        os.chmod(node, 0o660)

    @staticmethod
    def remove_name():
        with contextlib.suppress(FileNotFoundError):
            os.unlink("/dev/gps-test")

    def wait(self):
        self.process.wait(timeout=60)

    def stop(self):
        """Unplugs the receiver. The name first: another terminal may have the number an instant after the end."""
        self.remove_name()
        self.process.terminate()
        self.process.wait(timeout=60)


def installs_to_a_green_unit_without_receiver():
    run("apt-get", "install", "-y", f"{TEST}/geofenced.deb")
    until(active, what="an active unit")
    assert property_of("Type") == "notify"
    until(lambda: property_of("StatusText"), what="a status text")
    sources = status()["sources"]
    assert sources and all(source["state"] != "fix" for source in sources), sources
    until(lambda: status()["sources"][0].get("message"), what="what is missing")


def runs_confined():
    text = open(f"/proc/{property_of('MainPID')}/status").read()
    assert re.search(r"^CapEff:\s*0+$", text, re.M), "capabilities are left"
    assert re.search(r"^Seccomp:\s*2$", text, re.M), "no system call filter"
    assert re.search(r"^NoNewPrivs:\s*1$", text, re.M)


def drop_in(name, text, unit="geofenced"):
    """Adds settings to a unit, or takes them away (None), for the next start."""
    folder = f"/etc/systemd/system/{unit}.service.d"
    os.makedirs(folder, exist_ok=True)
    path = f"{folder}/{name}.conf"
    if text is None:
        os.unlink(path)
    else:
        with open(path, "w") as file:
            file.write(text)
    run("systemctl", "daemon-reload")


def restarts():
    return int(property_of("NRestarts"))


# The time of the last fix that was pushed.
pushed = [0.0]


def push(*places):
    """Hands over fixes, a second each from now or the last one on, through the socket source."""
    start = max(time.time(), pushed.pop() + 1)
    pushed.append(start + len(places))
    lines = "".join(
        json.dumps({"lat": lat, "lon": lon, "accuracy_m": 3, "time": time.strftime(
            "%Y-%m-%dT%H:%M:%SZ", time.gmtime(start + number))}) + "\n"
        for number, (lat, lon) in enumerate(places))
    done = subprocess.run(["geofencectl", "push", "gps"], input=lines, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def a_forbidden_system_call_would_be_seen():
    """From here on a forbidden system call kills the daemon instead of failing with EPERM. Only
    setpriority remains allowed, which Swift's dispatch library calls without need."""
    drop_in("denials", "[Service]\nSystemCallErrorNumber=kill\nSystemCallFilter=setpriority\n")
    run("systemctl", "restart", "geofenced")
    until(active)
    assert restarts() == 0, "killed at the start"


def check_system_calls(unit):
    """No forbidden system call has killed the unit."""
    assert "SYS" not in re.findall(r"status=\d+/(\w+)", journal(unit)), "a forbidden system call was made"


def no_system_call_was_forbidden():
    check_system_calls("geofenced")
    pid = property_of("MainPID")
    trace = subprocess.Popen(
        ["strace", "-f", "-p", pid, "-o", f"{TEST}/trace"], stderr=subprocess.PIPE, text=True)
    trace.stderr.readline()
    run("systemctl", "reload", "geofenced")
    run("geofencectl", "status")
    # Slow enough for the state to be seen before the tour ends.
    receiver = Receiver(speed=40)
    until(lambda: status()["sources"][0]["state"] == "fix", what="a fix")
    receiver.wait()
    run("systemctl", "stop", "geofenced")
    trace.wait(timeout=60)
    drop_in("denials", None)
    run("systemctl", "start", "geofenced")
    until(active)
    # libsystemd asks for more room in the socket to the journal than it may have, and then for less.
    denied = [line for line in joined(open(f"{TEST}/trace")) if re.search(r" = -1 (EPERM|EACCES)", line)
              and not re.search(r"setpriority\(|SO_SNDBUFFORCE", line)]
    assert not denied, denied[:5]


def joined(lines):
    """The lines of a trace, with calls that another thread interrupted put together."""
    begun = {}
    for line in lines:
        thread, rest = line.split(None, 1)
        if rest.rstrip().endswith("<unfinished ...>"):
            begun[thread] = rest
        elif rest.startswith("<..."):
            yield begun.pop(thread, "") + rest
        else:
            yield rest


def loop_thread(pid):
    """The thread that does the work, the only one with a stack worth reading: the first of its name,
    which threads that it starts inherit."""
    threads = sorted(int(name) for name in os.listdir(f"/proc/{pid}/task"))
    return next(
        thread for thread in threads
        if pathlib.Path(f"/proc/{pid}/task/{thread}/comm").read_text().startswith("NIO-ELT"))


def catches(pid, number):
    """Whether a process has a handler for a signal."""
    mask = re.search(r"^SigCgt:\s*(\w+)$", open(f"/proc/{pid}/status").read(), re.M)[1]
    return int(mask, 16) >> (number - 1) & 1


def crash():
    """Crashes the daemon, waits until it runs again, and returns the report."""
    pid, run_id, count = int(property_of("MainPID")), property_of("InvocationID"), restarts()
    def report():
        text = run("journalctl", f"_SYSTEMD_INVOCATION_ID={run_id}", "--no-pager", "-o", "cat").stdout
        return "Backtrace took" in text and text
    # The first signal is reported. An instruction that faults would fault again afterwards; a signal from
    # outside has to be repeated, but not while the report is written: the handler that protects the reporter
    # from memory that cannot be read would take it, and all threads would remain suspended.
    ctypes.CDLL(None).tgkill(pid, loop_thread(pid), signal.SIGSEGV)
    text = until(report, what="the report")
    until(lambda: not catches(pid, signal.SIGSEGV), what="the end of the reporter")
    os.kill(pid, signal.SIGSEGV)
    until(lambda: restarts() > count and active(), what="the restart")
    assert "Program crashed" in text, text[-1500:]
    return text


def functions(report):
    """The build id in a crash report, and what it shows for the places in the program that it names."""
    start, build = re.search(r"^0x(\w+)\u20130x\w+ +(\w+) +geofenced ", report, re.M).groups()
    calls = re.findall(r"^ *\d+ +(?:\[\w+\] +)*0x(\w+) (.+) in geofenced$", report, re.M)
    return build, {int(address, 16) - int(start, 16): name for address, name in calls}


def a_crash_leaves_a_report_whose_functions_have_names_and_no_hole():
    before = status()["store"]
    build, places = functions(crash())
    assert places and set(places.values()) == {"<unknown>"}, places
    run("apt-get", "install", "-y", f"{TEST}/geofenced-dbgsym.deb")
    assert os.path.exists(f"/usr/lib/debug/.build-id/{build[:2]}/{build[2:]}.debug"), build
    again, names = functions(crash())
    assert again == build and names and "<unknown>" not in names.values(), names
    # What the first report shows can be resolved with the same file: the places are the same in both.
    assert set(places) & set(names), (places, names)
    run("apt-get", "purge", "-y", "geofenced-dbgsym")
    until(lambda: status()["store"]["next_seq"] > before["next_seq"], what="the events of the starts")
    assert status()["store"]["epoch"] == before["epoch"]


def killed_for_memory_it_comes_back_with_its_state():
    share = int(property_of("MemoryMax")) / (os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    assert 0.55 < share < 0.65, property_of("MemoryMax")
    before, count = status()["store"], restarts()
    # What the kernel sends where memory is short; a container has no memory controller.
    run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "geofenced")
    until(lambda: restarts() > count and active(), what="the restart")
    until(lambda: status()["store"]["next_seq"] > before["next_seq"], what="the event of the start")
    assert status()["store"]["epoch"] == before["epoch"]


def a_stopped_journal_does_not_affect_the_daemon():
    pid = property_of("MainPID")
    sockets = ("systemd-journald.socket", "systemd-journald-dev-log.socket",
               "systemd-journald-audit.socket")
    run("systemctl", "stop", *sockets, "systemd-journald.service", check=False)
    before = status()["store"]["next_seq"]
    for _ in range(20):
        run("geofencectl", "monitor", "stop", "garden-sections")
        run("geofencectl", "monitor", "start", "garden-sections")
    until(lambda: status()["store"]["next_seq"] >= before + 40, what="the last event in the log")
    run("systemctl", "start", *sockets, "systemd-journald.service")
    run("geofencectl", "monitor", "stop", "garden-sections")
    run("geofencectl", "monitor", "start", "garden-sections")
    seq = str(status()["store"]["next_seq"] - 1)
    until(lambda: journal_events(f"GEOFENCE_SEQ={seq}"), what="an entry in the journal again")
    assert property_of("MainPID") == pid and active()


def the_socket_unit_keeps_clients_through_a_restart():
    run("systemctl", "stop", "geofenced")
    refused = run("geofencectl", "status", check=False)
    assert refused.returncode == 69 and "systemctl start geofenced" in refused.stderr, refused.stderr
    run("systemctl", "enable", "--now", "geofenced.socket")
    # The first client starts the daemon.
    run("geofencectl", "status")
    until(active)
    restart = subprocess.Popen(["systemctl", "restart", "geofenced"])
    tried = 0
    while restart.poll() is None or tried < 5:
        done = run("geofencectl", "status", check=False)
        # A client served at the end gets an error message; no connection is refused.
        assert done.returncode == 0 or "closed the connection" in done.stderr, done.stderr
        tried += 1
    assert restart.returncode == 0
    run("geofencectl", "status", user="alice")
    assert run("geofencectl", "status", check=False, user="bob").returncode in (69, 77)
    with open(CONFIG) as file:
        configuration = file.read()
    with open(CONFIG, "a") as file:
        file.write("[[[")
    run("systemctl", "stop", "geofenced")
    started = len(starts_failed())
    # Each client has it tried once, and is not kept waiting.
    for tries in (1, 2):
        refused = run("geofencectl", "status", check=False)
        assert "closed the connection" in refused.stderr, refused.stderr
        until(lambda: property_of("ActiveState") == "failed")
        assert len(starts_failed()) == started + tries
    with open(CONFIG, "w") as file:
        file.write(configuration)
    run("systemctl", "disable", "--now", "geofenced.socket")
    run("systemctl", "restart", "geofenced")
    until(active)
    run("geofencectl", "status")


def starts_failed():
    return journal_events("MESSAGE_ID=46d5f031520d4a7aa332542f14707983")


def findings():
    """What geofencectl doctor finds, by the name of the check."""
    text = run("geofencectl", "doctor", "-o", "json", check=False).stdout
    return {f["check"]: f for f in json.loads(text)}


def doctor_finds_what_is_wrong_and_only_that():
    configure('type = "serial"\ndevice = "/dev/no-such-receiver"')
    run("systemctl", "restart", "geofenced")
    until(active)
    found = findings()
    failed_checks = [f for f in found.values() if f["outcome"] == "fail"]
    assert failed_checks, found
    assert all("/dev/no-such-receiver" in f["message"] and f["fix"] for f in failed_checks), failed_checks
    done = run("geofencectl", "doctor", check=False)
    assert done.returncode == 1 and "✗" in done.stdout and "✓" in done.stdout, done.stdout
    assert all(f["fix"] in " ".join(done.stdout.split()) for f in failed_checks), done.stdout
    journald = "/etc/systemd/journald.conf.d/volatile.conf"
    os.makedirs(os.path.dirname(journald), exist_ok=True)
    assert findings()["journal"]["outcome"] == "ok"
    with open(journald, "w") as file:
        file.write("[Journal]\nStorage=volatile\n")
    run("systemctl", "restart", "systemd-journald")
    # What it kept before still lies in /var/log/journal.
    until(lambda: findings()["journal"]["outcome"] == "warn", what="the volatile journal")
    os.unlink(journald)
    run("systemctl", "restart", "systemd-journald")
    until(lambda: findings()["journal"]["outcome"] == "ok", what="the persistent journal")
    configure('type = "serial"\ndevice = "/dev/gps-test"')
    run("systemctl", "reload", "geofenced")
    receiver = Receiver(speed=10)
    run("geofencectl", "wait", "--fix", "--timeout", "60")
    done = run("geofencectl", "doctor", "-o", "json", check=False)
    assert done.returncode == 0, [f for f in json.loads(done.stdout) if f["outcome"] == "fail"]
    receiver.stop()


def a_bug_report_is_whole_and_keeps_secrets():
    with open("/etc/geofenced/geofenced.toml", "a") as file:
        file.write("# password = hunter2\n")
    done = run("geofencectl", "bugreport", "--with-positions", "--output", f"{TEST}/report.md")
    text = open(f"{TEST}/report.md").read()
    for part in ("geofenced.service", "garden-sections", "daemon-started", "version"):
        assert part in text, f"{part} is missing: {done.stderr}"
    assert "hunter2" not in text


def waiting_for_a_fix_orders_units():
    run("systemctl", "stop", "geofenced-fix.service", check=False)
    assert property_of("TimeoutStartUSec", "geofenced-fix.service") == "infinity"
    assert "--timeout" not in property_of("ExecStart", "geofenced-fix.service")
    early = run("geofencectl", "wait", "--event", "dwelled", "--timeout", "1", check=False)
    assert early.returncode == 75, early
    with open("/etc/systemd/system/needs-a-fix.service", "w") as file:
        file.write("[Unit]\nRequires=geofenced-fix.target\nAfter=geofenced-fix.target\n"
                   "[Service]\nExecStart=/bin/sleep infinity\n"
                   "[Install]\nWantedBy=geofenced-fix.target\n")
    run("systemctl", "daemon-reload")

    def wanted():
        start = subprocess.Popen(["systemctl", "start", "needs-a-fix"], stderr=subprocess.DEVNULL)
        until(lambda: status()["clients"] == 2, what="the one that waits")
        return start
    # The wait is given up: nothing has failed, and nothing that needs a fix runs.
    for give_up, how in [(("stop",), "success"), (("kill",), "signal")]:
        start = wanted()
        run("systemctl", *give_up, "geofenced-fix.service")
        assert start.wait(timeout=60) != 0
        assert property_of("Result", "geofenced-fix.service") == how
        run("systemctl", "reset-failed")
    start = wanted()
    count = restarts()
    run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "geofenced")
    until(lambda: restarts() > count and active(), what="the restart")
    run("systemctl", "stop", "geofenced")
    assert property_of("ActiveState", "geofenced-fix.service") == "activating"
    run("systemctl", "start", "geofenced")
    receiver = Receiver(speed=10)
    assert start.wait(timeout=60) == 0
    assert active("geofenced-fix.target")
    receiver.stop()
    pid = property_of("MainPID", "needs-a-fix")
    run("systemctl", "restart", "geofenced")
    assert property_of("MainPID", "needs-a-fix") == pid != "0", "restarted with the daemon"
    run("systemctl", "stop", "needs-a-fix", "geofenced-fix.target", "geofenced-fix.service")
    # At boot the daemon brings the target about, and what wants the daemon does not wait for it.
    with open("/etc/systemd/system/like-a-boot.target", "w") as file:
        file.write("[Unit]\nWants=geofenced.service\n")
    run("systemctl", "stop", "geofenced")
    run("systemctl", "enable", "geofenced-fix.target", "needs-a-fix")
    run("timeout", "60", "systemctl", "start", "like-a-boot.target")
    until(lambda: property_of("ActiveState", "geofenced-fix.service") == "activating")
    assert property_of("ActiveState", "needs-a-fix") == "inactive"
    receiver = Receiver(speed=10)
    until(lambda: active("needs-a-fix"), what="the fix")
    receiver.stop()
    run("systemctl", "disable", "geofenced-fix.target", "needs-a-fix")
    run("systemctl", "stop", "needs-a-fix", "geofenced-fix.target", "geofenced-fix.service")


def completion_knows_the_names():
    script = (
        "source /usr/share/bash-completion/completions/geofencectl\n"
        "COMP_WORDS=(geofencectl fence inspect \"\"); COMP_CWORD=3; COMP_LINE='geofencectl fence "
        "inspect '; COMP_POINT=${#COMP_LINE}\n_geofencectl geofencectl '' inspect\n"
        "printf '%s\\n' \"${COMPREPLY[@]}\"")
    until(lambda: "meadow" in run("bash", "-c", script).stdout.split(), what="the name of a fence in bash")
    # The other two complete for a person at a terminal only.
    completes("redwood-section", ["fish"], 'complete -C "geofencectl fence inspect "\n')
    completes("garden-sections", ["fish"], 'complete -C "geofencectl monitor stop "\n')
    begin = "autoload -Uz compinit; compinit -u -D; LISTMAX=1000; zstyle ':completion:*' list-prompt ''\n"
    completes("redwood-section", ["zsh", "-f", "-i"], begin, "geofencectl fence inspect \t\t")
    completes("garden-sections", ["zsh", "-f", "-i"], begin, "geofencectl monitor stop gard\t")


def completes(name, *session):
    """A shell shows a name. Completion gives the daemon one second, which a stalled machine may need itself."""
    for _ in range(3):
        shown = at_a_terminal(name, *session)
        if name in shown:
            return
    raise AssertionError(f"{name} is not shown: {shown[-500:]}")


def at_a_terminal(name, command, *typed):
    """What a shell shows at a terminal until it shows the name: each text is typed when the shell reads a line."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", LANG="C.UTF-8", HOME=TEST)
        os.execvp(command[0], command)
    shown = b""

    def read_until(text):
        nonlocal shown
        start, end = len(shown), time.monotonic() + 20
        while text not in shown[start:] and time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                shown += os.read(terminal, 65536)

    for text in typed:
        # Turns on bracketed paste, which both shells do when they begin to read a line.
        read_until(b"\x1b[?2004h")
        os.write(terminal, text.encode())
    read_until(name.encode())
    os.kill(child, 9)
    os.waitpid(child, 0)
    os.close(terminal)
    return shown.decode(errors="replace")


def a_change_of_daemon_settings_says_that_it_needs_a_restart():
    with open(CONFIG) as file:
        good = file.read()
    with open(CONFIG, "w") as file:
        file.write("[daemon]\nkeep_events = 5000\n" + good)
    text = run("geofencectl", "reload").stdout
    assert "systemctl restart geofenced" in text, text
    with open(CONFIG, "w") as file:
        file.write(good)
    run("systemctl", "reload", "geofenced")


def exposure(unit="geofenced.service"):
    text = run("systemd-analyze", "security", "--no-pager", unit, check=False).stdout
    return float(re.search(r"Overall exposure level for \S+: ([\d.]+)", text)[1])


def exposure_is_at_most_0_6():
    assert exposure() <= 0.6, exposure()
    assert exposure("geofenced-fix.service") <= 0.6, exposure("geofenced-fix.service")


def journal_carries_events_with_fields():
    configure('type = "serial"\ndevice = "/dev/gps-test"')
    run("systemctl", "restart", "geofenced")
    until(active)
    receiver = Receiver()
    until(lambda: journal_events("GEOFENCE_EVENT=exited", "GEOFENCE_FENCE=ceanothus-section"),
          what="the last section's exit")
    receiver.wait()
    entered = journal_events("GEOFENCE_EVENT=entered", "GEOFENCE_FENCE=meadow")
    assert len(entered) == 1, entered
    fields = entered[0]
    for name in ("SEQ", "MONITOR", "FENCE_NAME", "VISIT", "LAT", "LON", "DISTANCE_M", "JSON"):
        assert fields.get(f"GEOFENCE_{name}"), f"GEOFENCE_{name} is missing"
    assert fields["GEOFENCE_FENCE_NAME"] == "Meadow" and fields["MESSAGE_ID"]
    json.loads(fields["GEOFENCE_JSON"])
    names = run("journalctl", "-F", "GEOFENCE_FENCE").stdout.split()
    assert "meadow" in names and "redwood-section" in names, names


def catalog_explains_events():
    text = run("journalctl", "-u", "geofenced", "-x", "--no-pager", "GEOFENCE_FENCE=meadow").stdout
    assert "A fence was entered" in text and "geofencectl explain meadow" in text, text[:500]


def state_survives_the_watchdog():
    os.makedirs("/etc/systemd/system/geofenced.service.d", exist_ok=True)
    with open("/etc/systemd/system/geofenced.service.d/watchdog.conf", "w") as file:
        file.write("[Service]\nWatchdogSec=10s\nRestartSec=100ms\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "geofenced")
    until(active)
    before = status()["store"]["next_seq"]
    pid, restarts = property_of("MainPID"), int(property_of("NRestarts"))
    os.kill(int(pid), 19)
    until(lambda: int(property_of("NRestarts")) > restarts and active(), what="the restart")
    assert property_of("MainPID") != pid
    assert status()["store"]["next_seq"] >= before
    os.unlink("/etc/systemd/system/geofenced.service.d/watchdog.conf")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "geofenced")
    until(active)


def reload_takes_good_and_refuses_bad():
    run("systemctl", "reload", "geofenced")
    good = open(CONFIG).read()
    with open(CONFIG, "a") as file:
        file.write("rulle = \"enter\"\n")
    bad = run("systemctl", "reload", "geofenced", check=False)
    assert bad.returncode != 0, "a bad configuration was taken"
    assert active()
    sync_journal()
    text = run("journalctl", "-u", "geofenced", "-n", "20", "--no-pager").stdout
    assert re.search(r"geofenced\.toml:\d+.*rulle", text), text
    with open(CONFIG, "w") as file:
        file.write(good)
    run("systemctl", "reload", "geofenced")


def a_control_socket_elsewhere_is_found_by_reload_and_wait():
    path = "/run/geofenced/other.sock"
    good = open(CONFIG).read()
    with open(CONFIG, "w") as file:
        file.write(f'[daemon]\nsocket = "{path}"\n{good}')
    units = ("geofenced", "geofenced-fix")
    for unit in units:
        drop_in("socket", f"[Service]\nEnvironment=GEOFENCED_SOCKET={path}\n", unit)
    run("systemctl", "restart", "geofenced")
    run("systemctl", "reload", "geofenced")
    run("systemctl", "start", "--no-block", "geofenced-fix.service")

    def clients():
        status = run("geofencectl", "--socket", path, "status", "-o", "json").stdout
        return json.loads(status)["clients"]
    until(lambda: clients() == 2, what="the one that waits")
    run("systemctl", "stop", "geofenced-fix.service")
    with open(CONFIG, "w") as file:
        file.write(good)
    for unit in units:
        drop_in("socket", None, unit)
    run("systemctl", "restart", "geofenced")


def group_decides_who_may_control():
    run("useradd", "-m", "alice")
    run("usermod", "-aG", "geofenced", "alice")
    run("useradd", "-m", "bob")
    run("geofencectl", "status", user="alice")
    refused = run("geofencectl", "status", check=False, user="bob")
    assert refused.returncode == 77, refused.returncode
    assert "group" in refused.stderr and "geofenced" in refused.stderr, refused.stderr


def a_user_of_many_programs_locks_out_neither_root_nor_a_reload():
    """The daemon knows all users but root and its own by one number (PrivateUsers=)."""
    script = (
        "import socket, sys\n"
        "held, count = [], 0\n"
        "for _ in range(16):\n"
        "    held.append(socket.socket(socket.AF_UNIX))\n"
        "    held[-1].connect('/run/geofenced/control.sock')\n"
        "    count += b'\"hello\"' in held[-1].recv(65536)\n"
        "print(count, flush=True)\n"
        "sys.stdin.read()\n")
    programs = []
    try:
        for wanted in (12, 12, 12, 12, 0):
            programs.append(subprocess.Popen(
                ["runuser", "-u", "alice", "--", "python3", "-c", script], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, text=True))
            admitted = int(programs[-1].stdout.readline())
            assert admitted == wanted, (admitted, wanted)
        run("systemctl", "reload", "geofenced")
        run("geofencectl", "status")
    finally:
        for program in programs:
            program.communicate()
    until(lambda: status()["clients"] == 1, what="the crowd gone")


def members_of_the_read_group_may_look():
    # Other users' groups are only known in the user namespace that they are of.
    drop_in("readers", "[Service]\nPrivateUsers=no\n")
    good = open(CONFIG).read()
    with open(CONFIG, "w") as file:
        file.write('[daemon]\nread_group = "adm"\n' + good)
    run("systemctl", "restart", "geofenced")
    run("useradd", "-m", "-G", "adm", "carol")
    run("geofencectl", "status", user="carol")
    refused = run("geofencectl", "reload", check=False, user="carol")
    assert refused.returncode == 77 and "Join the group geofenced" in refused.stderr, refused.stderr
    refused = run("geofencectl", "status", check=False, user="bob")
    assert refused.returncode == 77, refused.returncode
    with open(CONFIG, "w") as file:
        file.write(good)
    drop_in("readers", None)
    run("systemctl", "restart", "geofenced")


def start_with_example(name):
    run("systemctl", "stop", "geofenced")
    drop_in(name, open(f"{TEST}/geofenced-{name}.conf").read())
    run("ip", "link", "set", "lo", "up", check=False)
    run("systemctl", "start", "geofenced")
    until(active)
    assert exposure() <= 1.5, exposure()


def gpsd_variant_gives_events():
    configure('type = "gpsd"\nhost = "127.0.0.1"\nport = 2947')
    start_with_example("gpsd")
    before = len(journal_events("GEOFENCE_EVENT=entered", "GEOFENCE_FENCE=redwood-section"))
    receiver = Receiver(speed=20)
    os.chmod(os.path.realpath("/dev/gps-test"), 0o666)
    gpsd = subprocess.Popen(["gpsd", "-N", "-n", "-S", "2947", os.path.realpath("/dev/gps-test")])
    until(lambda: len(journal_events("GEOFENCE_EVENT=entered", "GEOFENCE_FENCE=redwood-section"))
          > before, 120, "the redwood section")
    gpsd.terminate()
    receiver.stop()
    drop_in("gpsd", None)
    configure('type = "serial"\ndevice = "/dev/gps-test"')
    run("systemctl", "restart", "geofenced")
    until(active)


def network_variant_keeps_the_serial_line():
    serial = 'type = "serial"\ndevice = "/dev/gps-test"'
    configure(serial + f'\n[source.ship]\n{PLAYED}\ntype = "nmea-udp"\nhost = "127.0.0.1"\nport = 10110')
    receiver = Receiver(speed=20)
    start_with_example("network")
    line = next(open(f"{TEST}/tour.nmea", "rb"))

    def both_are_heard():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ship:
            ship.sendto(line, ("127.0.0.1", 10110))
        return all(source["counters"].get("bytes") for source in status()["sources"])
    until(both_are_heard, what="both sources")
    receiver.stop()
    drop_in("network", None)
    configure(serial)
    run("systemctl", "restart", "geofenced")
    until(active)


def lines_in_the_journal():
    return len(journal().splitlines())


def hook_lines(text):
    return [line for line in journal("geofenced-hooks").splitlines() if text in line]


def consumer(name):
    return json.loads(run("geofencectl", "consumer", "show", name, "-o", "json").stdout)


TARGET = "geofence-inside@redwood\\x2dsection.target"
# Without a limit it starts 511 processes, and no more; those of the last generation run on.
BOMB = """bomb() {
    [ "$1" -lt 8 ] || exec sleep 7662
    bomb $(($1 + 1)) | bomb $(($1 + 1)) &
    wait
}
(bomb 0)
exec sleep 7662"""


def start_hooks(hooks):
    """Restarts the supervisor with targets and some hooks, and waits until it is subscribed."""
    with open("/etc/geofenced/hooks.toml", "w") as file:
        file.write(hooks)
    run("geofenced-hooks", "--check-config")
    run("systemctl", "restart", "geofenced-hooks")
    until(lambda: any(c["name"] == "hooks" and c["state"] == "connected" for c in status()["consumers"]),
          what="the consumer")


def hook_program(name, text, rules=""):
    path = f"/usr/local/bin/hook-{name}"
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + text + "\n")
    os.chmod(path, 0o755)
    return (f'[[hook]]\nname = "{name}"\ncommand = ["{path}", "$HOME {{fence.id}}"]\n'
            f'fences = ["redwood-section"]\n{rules}\n')


def enter_redwood():
    push(*[inside_redwood()] * 2)


def leave_redwood():
    lat, lon = inside_redwood()
    push(*[(lat + 0.005, lon)] * 2)


def tasks_of(user):
    """Processes of a user."""
    return len(run("pgrep", "-U", user, check=False).stdout.split())


def hooks_are_installed_and_confined_but_not_enabled():
    run("apt-get", "install", "-y", f"{TEST}/geofenced-hooks.deb")
    assert property_of("UnitFileState", "geofenced-hooks") == "disabled"
    assert not property_of("MainPID", "geofenced-hooks").strip("0")
    run("geofenced-hooks", "--check-config")
    assert os.path.exists("/usr/share/man/man8/geofenced-hooks.8.gz")
    assert exposure("geofenced-hooks.service") <= 1.3, exposure("geofenced-hooks.service")
    # From one place to another in a second.
    configure('type = "socket"\nmax_speed_mps = "off"')
    run("systemctl", "restart", "geofenced")
    until(active)
    run("systemctl", "enable", "geofenced-hooks")


def hooks_run_as_unprivileged_transient_units_or_units():
    with open("/etc/systemd/system/gate-entered@.service", "w") as file:
        file.write("[Service]\nType=oneshot\nEnvironmentFile=/run/geofenced-hooks/%N.env\n"
                   "ExecStart=/bin/sh -c 'echo unit %I $GEOFENCE_EVENT >>/run/gate; exit 75'\n")
    run("systemctl", "daemon-reload")
    start_hooks(
        hook_program("gate", 'echo "$(id -un) $GEOFENCE_EVENT $1 $(grep -c event_id)"\n'
                     'grep -E "^(NoNewPrivs|CapEff)" /proc/self/status | tr "\\t" " "; cat /proc/self/cgroup')
        + '[[hook]]\nname = "unit"\non = ["entered"]\nretries = 1\n'
        'fences = ["redwood-section"]\nunit = "gate-{event.type}@{fence.id}.service"\n')
    enter_redwood()
    until(lambda: hook_lines("geofenced-hooks entered $HOME redwood-section 1"), what="the gate script")
    until(lambda: consumer("hooks")["lag"] == 0, what="every hook")
    assert hook_lines("NoNewPrivs: 1") and hook_lines("CapEff: 0000000000000000"), hook_lines("")
    assert hook_lines("geofence-hook-"), "not in a unit of its own: " + str(hook_lines(""))
    # Exit 75 of a unit is tried again, too.
    assert open("/run/gate").read() == "unit redwood-section entered\n" * 2
    assert "exit 75" in consumer("hooks")["parked_events"][-1]["reason"]
    leave_redwood()
    until(lambda: hook_lines("geofenced-hooks exited $HOME redwood-section 1"), what="the gate script")


def hooks_that_hang_fork_and_flood_are_limited():
    # Long enough for the processes to be counted meanwhile.
    rules = 'on = ["entered"]\ntimeout_s = 8\nretries = 0\nparallel = true\ntasks_max = 16'
    start_hooks(
        hook_program("hang", "setsid sleep 7661 & sleep 7660", rules) + hook_program("bomb", BOMB, rules)
        + hook_program("flood", "exec yes flood", rules) + hook_program("last", "true", 'on = ["entered"]'))
    before = consumer("hooks")["parked"]
    counts = []
    enter_redwood()
    until(lambda: counts.append(tasks_of("geofenced-hooks")) or hook_lines("more bytes of output"),
          what="the end of the flood")
    until(lambda: consumer("hooks")["lag"] == 0, what="every hook")
    # LimitNPROC= of the bomb counts the two hooks beside it; a container has no controller of tasks.
    assert 1 < max(counts) <= 3 * 16, max(counts)
    assert hook_lines("fork"), hook_lines("bomb")
    record = consumer("hooks")
    reasons = [event["reason"] for event in record["parked_events"]][-3:]
    assert record["parked"] - before == 3 and all("took longer than 8.0 s" in reason for reason in reasons), record
    assert run("pgrep", "-f", "sleep 766", check=False).returncode == 1, "processes are left"
    assert len(hook_lines("hook flood: flood")) == 50
    leave_redwood()


def no_user_reads_what_a_hook_gets():
    rules = 'on = ["entered"]\ntasks_max = 16\nmemory_max_mib = 64'
    hook = hook_program("private", "grep -c event_id >/var/tmp/read\nexec sleep 7664", rules)
    start_hooks(hook.replace(', "$HOME {fence.id}"', ', "{fence.name}"'))
    pathlib.Path("/var/tmp/read").unlink(missing_ok=True)
    pathlib.Path("/var/tmp").chmod(0o1777)
    enter_redwood()
    until(lambda: run("pgrep", "-f", "sleep 7664", check=False).returncode == 0, what="the hook")
    [unit] = run("systemctl", "list-units", "--plain", "--no-legend", "geofence-hook-*").stdout.split("\n")[:-1]
    unit = unit.split()[0]
    shown = run("systemctl", "show", "--all", unit, user="daemon").stdout
    files = pathlib.Path("/run/geofenced-hooks")
    values = dict(line.split("=", 1) for line in (files / unit.replace(".service", ".env")).read_text().splitlines())
    for name in ("LAT", "LON", "FENCE", "FENCE_NAME", "MONITOR"):
        value = values[f"GEOFENCE_{name}"].strip('"')
        assert value and value not in shown, (name, value, shown)
    assert run("cat", str(files / unit.replace(".service", ".env")), user="daemon", check=False).returncode != 0
    for line in ("User=geofenced-hooks", "TasksMax=16", "LimitNPROC=16", f"MemoryMax={64 << 20}", "RuntimeMaxUSec=30s",
                 "NoNewPrivileges=yes", "PrivateMounts=yes", "Nice=5", "OOMScoreAdjust=500"):
        assert f"\n{line}\n" in shown, (line, shown)
    assert pathlib.Path("/var/tmp/read").read_text() == "1\n"
    run("systemctl", "stop", unit)
    until(lambda: hook_lines("was stopped from outside"), what="the end from outside")
    run("systemctl", "stop", "geofenced-hooks")
    assert run("pgrep", "-f", "sleep 7664", check=False).returncode == 1, "the hook is left"
    assert not run("systemctl", "list-units", "--all", "--plain", "--no-legend", "geofence-hook-*").stdout
    assert not list(files.glob("*")) if files.exists() else True
    start_hooks("")
    leave_redwood()


def a_killed_or_stopped_supervisor_of_hooks_leaves_no_unit_and_its_event_runs_again():
    begun = pathlib.Path("/var/tmp/begun")
    for end in (("kill", "--kill-whom=main", "--signal=KILL"), ("restart",)):
        begun.write_text("")
        begun.chmod(0o666)
        start_hooks(hook_program(
            "again", f'echo "$GEOFENCE_EVENT_ID" >>{begun}\n[ "$(wc -l <{begun})" -gt 1 ] || exec sleep 7663',
            'on = ["entered"]'))
        enter_redwood()
        until(lambda: run("pgrep", "-f", "sleep 7663", check=False).returncode == 0, what="the hook")
        run("systemctl", *end, "geofenced-hooks")
        until(lambda: len(begun.read_text().split()) == 2, what="the event again")
        assert len(set(begun.read_text().split())) == 1, begun.read_text()
        assert run("pgrep", "-f", "sleep 7663", check=False).returncode == 1, "the first run is left"
        until(lambda: consumer("hooks")["lag"] == 0, what="the end")
        leave_redwood()


def a_hook_that_runs_while_systemd_is_replaced_ends():
    start_hooks(hook_program(
        "long", "touch /var/tmp/long; while [ ! -e /run/hook-end ]; do sleep 0.1; done", 'on = ["entered"]'))
    enter_redwood()
    until(lambda: os.path.exists("/var/tmp/long"), what="the hook")
    pid = property_of("MainPID", "geofenced-hooks")
    run("systemctl", "daemon-reexec")
    pathlib.Path("/run/hook-end").touch()
    until(lambda: consumer("hooks")["lag"] == 0, what="the end")
    assert property_of("MainPID", "geofenced-hooks") == pid, journal("geofenced-hooks")
    # The signals of systemd arrive again.
    leave_redwood()
    enter_redwood()
    until(lambda: consumer("hooks")["lag"] == 0, 10, "the next hook")
    leave_redwood()


def programs_of_others_are_refused():
    run("install", "-D", "-m", "755", "-o", "65534", "/usr/local/bin/hook-gate",
        "/etc/geofenced/hooks.d/entered.d/10-foreign")
    refused = run("geofenced-hooks", "--check-config", check=False)
    assert refused.returncode == 78 and "10-foreign: does not belong to root" in refused.stderr, refused
    shutil.rmtree("/etc/geofenced/hooks.d")


def doctor_knows_the_hooks():
    assert findings()["geofenced-hooks"]["outcome"] == "ok", findings()
    with open("/etc/geofenced/hooks.toml", "w") as file:
        file.write("jobs = 0\n")
    run("systemctl", "restart", "geofenced-hooks", check=False)
    until(lambda: property_of("ActiveState", "geofenced-hooks") == "failed", what="the refusal")
    finding = findings()["geofenced-hooks"]
    assert finding["outcome"] == "fail" and "--check-config" in finding["fix"], finding


def a_target_follows_the_state_and_brings_services():
    with open("/etc/systemd/system/camera.service", "w") as file:
        file.write(f"[Unit]\nPartOf={TARGET}\n[Service]\nExecStart=/bin/sleep infinity\n"
                   f"[Install]\nWantedBy={TARGET}\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "enable", "camera")
    start_hooks("[targets]\n")
    enter_redwood()
    until(lambda: active("camera"), what="the camera")
    # A target becomes active after the services that it wants, and stops before those that are part of it.
    until(lambda: active(TARGET), what="the target")
    # A killed supervisor and a target that is not as it should be.
    run("systemctl", "stop", TARGET)
    until(lambda: not active("camera"), what="the end of the camera by PartOf=")
    run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", "geofenced-hooks")
    until(lambda: active("camera"), what="the camera from the snapshot")
    leave_redwood()
    until(lambda: property_of("ActiveState", "camera") == "inactive", what="the end of the camera")
    assert property_of("ActiveState", TARGET) == "inactive"


def the_device_is_rebooted_while_inside():
    enter_redwood()
    until(lambda: active("camera"), what="the camera")
    until(lambda: consumer("hooks")["lag"] == 0, what="every hook")
    reboot()


def a_reboot_while_inside_brings_the_target_back():
    boots = re.findall(r"^ *-?\d+ ", run("journalctl", "--list-boots", "--no-pager").stdout, re.M)
    assert len(boots) == 2, boots
    until(lambda: active("geofenced-hooks"), what="the supervisor")
    until(active)
    assert property_of("ActiveState", "camera") == "inactive", "the state is unknown before the first fix"
    enter_redwood()
    until(lambda: active("camera"), what="the camera after the reboot")
    leave_redwood()
    until(lambda: property_of("ActiveState", "camera") == "inactive", what="the end of the camera")


def hooks_are_purged():
    run("systemctl", "disable", "--now", "geofenced-hooks")
    run("systemctl", "disable", "--now", "camera", check=False)
    run("apt-get", "purge", "-y", "geofenced-hooks")
    assert not os.path.exists("/var/lib/geofenced-hooks")
    assert not os.path.exists("/etc/geofenced/hooks.toml")


def reboot():
    """Reboots after this case; the next ones run then."""
    pathlib.Path(f"{TEST}/reboot").touch()


def inside_redwood():
    """The mean of the corners of the redwood section."""
    with open(f"{TEST}/sections.geojson") as file:
        features = json.load(file)["features"]
    [ring] = next(f for f in features if f["id"] == "redwood-section")["geometry"]["coordinates"]
    corners = ring[:-1]
    return sum(p[1] for p in corners) / len(corners), sum(p[0] for p in corners) / len(corners)


@contextlib.contextmanager
def program(name):
    """The package of a program beside the daemon, installed, with what all of them have, and purged at the end."""
    configure('type = "socket"')
    run("systemctl", "restart", "geofenced")
    until(active)
    run("ip", "link", "set", "lo", "up")
    run("apt-get", "install", "-y", f"{TEST}/{name}.deb")
    try:
        until(lambda: active(name), what=f"{name} active")
        assert exposure(f"{name}.service") <= 1.3, exposure(f"{name}.service")
        text = open(f"/proc/{property_of('MainPID', name)}/status").read()
        assert re.search(rf"^Uid:\t{pwd.getpwnam(name).pw_uid}\t", text, re.M), text
        assert re.search(r"^CapEff:\s*0+$", text, re.M) and re.search(r"^Seccomp:\s*2$", text, re.M), text
        assert os.path.exists(f"/usr/share/man/man8/{name}.8.gz")
        run(name, "--check-config")
        until(lambda: findings()[name]["outcome"] == "ok", what=f"{name} as the doctor wants it")
        yield name
    finally:
        run("apt-get", "purge", "-y", name)
    assert property_of("LoadState", name) == "not-found", "the unit is left"
    assert not os.path.exists(f"/etc/geofenced/{name[10:]}.toml"), "the configuration is left"


def until_subscribed(name):
    until(lambda: any(c["name"] == name for c in status()["consumers"]), what=f"the consumer {name}")


def monitor_events(count):
    for _ in range(count):
        for verb in ("stop", "start"):
            run("geofencectl", "monitor", verb, "garden-sections")


def until_delivered(name):
    head = status()["store"]["next_seq"] - 1
    until(lambda: int(consumer(name)["cursor"].split(":")[1]) >= head, what="every event")


def the_mqtt_program_delivers_to_a_local_broker():
    run("systemctl", "restart", "mosquitto")
    with program("geofenced-mqtt"):
        until_subscribed("mqtt")
        monitor_events(1)
        until_delivered("mqtt")
        run("systemctl", "stop", "mosquitto")
        until(lambda: "error" in consumer("mqtt"), what="the error")


def the_webhook_program_signs_with_a_credential_through_kills():
    with program("geofenced-webhook") as name, contextlib.closing(Endpoint()) as endpoint:
        config = "/etc/geofenced/webhook.toml"
        with open(config, "a") as file:
            file.write(f'[[endpoint]]\nname = "fleet"\nurl = "{endpoint.url}"\nsecrets = ["fleet-secret"]\n')
        # Without the credential it does not run, and that is said once.
        run("systemctl", "restart", name, check=False)
        until(lambda: property_of("ActiveState", name) == "failed", what="the refusal")
        assert property_of("ExecMainStatus", name) == "78" and property_of("NRestarts", name) == "0"
        assert "LoadCredential=fleet-secret:" in journal(name), journal(name)
        assert findings()[name]["outcome"] == "fail" and "failed" in findings()[name]["message"], findings()[name]
        key = bytes(range(32))
        with open("/etc/geofenced/fleet-secret", "w") as file:
            file.write("whsec_" + base64.b64encode(key).decode() + "\n")
        os.chmod("/etc/geofenced/fleet-secret", 0o600)
        # A forbidden system call would kill it.
        drop_in("credential", "[Service]\nLoadCredential=fleet-secret:/etc/geofenced/fleet-secret\n"
                "SystemCallErrorNumber=kill\nSystemCallFilter=setpriority\nRestartSec=100ms\n", name)
        run("systemctl", "restart", name)
        until_subscribed("webhook-fleet")
        count = restarts()
        for killed in (name, "geofenced"):
            monitor_events(2)
            run("systemctl", "kill", "--kill-whom=main", "--signal=KILL", killed)
        # The unit is active until systemd has reaped the killed process.
        until(lambda: restarts() > count and active(), what="the restart")
        monitor_events(1)
        until_delivered("webhook-fleet")
        records = [json.loads(body) for _, _, body, _ in endpoint.posts]
        numbers = [record["seq"] for record in records]
        assert sorted(set(numbers)) == list(range(min(numbers), max(numbers) + 1)), numbers
        assert len({r["seq"] for r in records if r["type"] == "monitor-stopped"}) == 5, records
        for _, headers, body, _ in endpoint.posts:
            signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
            signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
            assert headers["webhook-signature"] == "v1," + signature, headers
        check_system_calls(name)
        with open(config, "a") as file:
            file.write("retries = 3\n")
        wrong = findings()[name]
        assert wrong["outcome"] == "fail" and "retries" in wrong["message"] and config in wrong["message"], wrong
        drop_in("credential", None, name)
        os.unlink("/etc/geofenced/fleet-secret")


def steady_state_is_quiet():
    """Fixes come and nothing happens: not a line. (A fault that recurs: JournalQuotaTests.)"""
    configure('type = "socket"')
    run("systemctl", "restart", "geofenced")
    until(active)
    # The tour was played faster than life: its time lies ahead, and a new time base begins first. The
    # position is far from the one before, too, and is believed only after some fixes.
    for _ in range(20):
        push((34.45, -119.70))
        time.sleep(1)
    assert status()["sources"][0]["state"] == "fix", status()["sources"]
    before = lines_in_the_journal()
    for _ in range(20):
        push((34.45, -119.70))
        time.sleep(1)
    assert lines_in_the_journal() == before, run("journalctl", "-u", "geofenced", "-n", "5").stdout


def the_service_uses_little_memory():
    kilobytes = int(re.search(
        r"VmRSS:\s+(\d+)", open(f"/proc/{property_of('MainPID')}/status").read())[1])
    assert kilobytes <= 24 << 10, f"{kilobytes} KiB"


def repacked(name, change):
    """The package of that name as another version of it."""
    folder = f"{TEST}/next"
    shutil.rmtree(folder, ignore_errors=True)
    run("dpkg-deb", "-R", f"{TEST}/{name}.deb", folder)
    control = pathlib.Path(f"{folder}/DEBIAN/control")
    version = re.search(r"^Version: (.*)$", control.read_text(), re.M)[1]
    control.write_text(control.read_text().replace(version, version + change))
    file = f"{TEST}/{name}_{version}{change}_all.deb"
    run("dpkg-deb", "--root-owner-group", "-Zgzip", "-z1", "-b", folder, file)
    return file, version


def a_repository_brings_upgrades_and_downgrades_that_keep_everything():
    # Every package that is installed: each needs the daemon of its own version.
    there = run("dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n", "geofenced*").stdout.splitlines()
    names = sorted({"geofenced", "geofenced-hooks"} | {line.split()[0] for line in there if line.endswith(" installed")})
    repository, key = "/srv/repository", "repository@test"
    os.environ["GNUPGHOME"] = f"{TEST}/gpg"
    os.mkdir(os.environ["GNUPGHOME"], 0o700)
    run("gpg", "--batch", "--passphrase", "", "--quick-generate-key", key, "ed25519", "sign", "never")

    def publish(*packages):
        run(f"{TEST}/source/scripts/build-repository", repository, "--key", key, *packages)

    def apt(*words):
        return run("apt-get", "-o", "Dir::Etc::SourceList=/dev/null", "-o", f"Dir::Etc::SourceParts={TEST}/sources",
                   "-o", "Dpkg::Options::=--force-confold", "-y", *words)
    # The present packages as versions before and after them.
    old, new = ([repacked(name, change) for name in names] for change in ("~old", "+next"))
    publish(*[file for file, _ in old])
    os.mkdir(f"{TEST}/sources")
    pathlib.Path(f"{TEST}/sources/geofenced.list").write_text(
        f"deb [signed-by={repository}/geofenced.asc] file:{repository} stable main\n")
    apt("update")
    version = old[0][1]
    former = [f"{name}={version}~old" for name in names]
    apt("install", "--allow-downgrades", *former)
    configure('type = "socket"')
    run("systemctl", "restart", "geofenced")
    until(active)
    # Purging hooks leaves their consumer in the log, with the events that earlier cases made it give up.
    run("geofencectl", "consumer", "remove", "hooks", check=False)
    run("systemctl", "enable", "--now", "geofenced-hooks")
    until_subscribed("hooks")
    until(lambda: consumer("hooks")["lag"] == 0, what="every hook")
    push(*[inside_redwood()] * 3)
    run("geofencectl", "monitor", "stop", "garden-sections")
    configuration = pathlib.Path(CONFIG).read_text()

    def check(version, before, pid):
        until(active)
        found = run("dpkg-query", "-W", "-f", "${Version}\n", *names).stdout.split()
        assert found == [version] * len(names), found
        assert property_of("MainPID") != pid, "the old program runs on"
        after = status()
        assert after["store"]["epoch"] == before["store"]["epoch"], (after["store"], before["store"])
        assert after["store"]["next_seq"] >= before["store"]["next_seq"], (after["store"], before["store"])
        assert [m["status"] for m in after["monitors"]] == ["stopped"], after["monitors"]
        until(lambda: active("geofenced-hooks"), what="the program beside the daemon")
        until(lambda: consumer("hooks")["lag"] == 0, what="the consumer where it was")
        assert consumer("hooks")["parked"] == 0, consumer("hooks")
        assert pathlib.Path(CONFIG).read_text() == configuration, "the configuration was changed"
        files = recording()
        assert recorded and all(files.get(name, 0) >= size for name, size in recorded.items()), (recorded, files)
        return after

    def recording():
        return {path.name: path.stat().st_size for path in pathlib.Path("/var/lib/geofenced/recording").iterdir()}

    run("systemctl", "restart", "geofenced")
    until(active)
    before, pid, recorded = status(), property_of("MainPID"), recording()
    publish(*[file for file, _ in new])
    apt("update")
    apt("upgrade")
    before, pid = check(version + "+next", before, pid), property_of("MainPID")
    apt("install", "--allow-downgrades", *former)
    check(version + "~old", before, pid)
    run("geofencectl", "monitor", "start", "garden-sections")
    run("apt-get", "purge", "-y", "geofenced-hooks")
    run("apt-get", "install", "-y", *[f"{TEST}/{name}.deb" for name in names if name != "geofenced-hooks"])
    until(active)


def remove_keeps_configuration_and_state():
    run("systemctl", "stop", "geofenced")
    run("systemctl", "enable", "--now", "geofenced.socket")
    configure('type = "serial"\ndevice = "/dev/no-such-receiver"')
    run("systemctl", "start", "--no-block", "geofenced-fix.target")
    until(lambda: property_of("ActiveState", "geofenced-fix.service") == "activating")
    run("systemctl", "reset-failed")
    run("apt-get", "remove", "-y", "geofenced")
    assert property_of("ActiveState", "geofenced-fix.service") == "inactive", "it waits on"
    left = run("systemctl", "list-units", "--failed", "--plain", "--no-legend").stdout
    assert "geofenced" not in left, left
    assert not os.path.exists("/usr/sbin/geofenced")
    assert os.path.exists(CONFIG) and os.listdir("/var/lib/geofenced")
    assert property_of("ActiveState", "geofenced.socket") == "inactive"
    run("apt-get", "install", "-y", f"{TEST}/geofenced.deb")
    run("systemctl", "stop", "geofenced")
    # The socket is as it was enabled: the first client starts the daemon.
    run("geofencectl", "status")


def purge_removes_what_the_packages_made_and_no_more():
    """In either order, also when the packages were removed before."""
    names = ("geofenced-hooks", "geofenced")
    mine = [pathlib.Path(f"/etc/geofenced/{name}") for name in ("fences.d/mine.geojson", "hooks.d/entered.d/10-mine")]
    run("apt-get", "purge", "-y", "geofenced")
    shutil.rmtree("/etc/geofenced", ignore_errors=True)
    for order in (names, names[::-1]):
        for kept in ([], mine):
            run("apt-get", "install", "-y", f"{TEST}/geofenced.deb", f"{TEST}/geofenced-hooks.deb")
            run("systemctl", "start", "geofenced-hooks")
            until(active)
            for path in kept:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("")
            run("apt-get", "remove", "-y", "geofenced")
            for name in order:
                run("dpkg", "--purge", name)
            left = sorted(path for path in pathlib.Path("/etc/geofenced").rglob("*") if path.is_file())
            assert left == sorted(kept), (order, left)
            assert kept or not os.path.exists("/etc/geofenced"), (order, os.listdir("/etc/geofenced"))
            shutil.rmtree("/etc/geofenced", ignore_errors=True)
            for directory in ("/var/lib/geofenced", "/var/lib/geofenced-hooks"):
                assert not os.path.exists(directory), (order, directory)
    assert property_of("LoadState", "geofenced.socket") == "not-found"
    assert not os.path.lexists("/etc/systemd/system/sockets.target.wants/geofenced.socket")


def installs_without_dpkg_too():
    os.makedirs("/etc/geofenced", exist_ok=True)
    with open(CONFIG, "w") as file:
        file.write("[source.gps]\ntype = \"socket\"\n")
    run(f"{TEST}/source/scripts/install", "--from", f"{TEST}/tree")
    until(active, what="an active unit")
    run("geofencectl", "status")
    assert "socket" in open(CONFIG).read() and os.path.exists(CONFIG + ".new"), "not kept"
    assert exposure() <= 0.6
    # Once more over itself is an update.
    before = status()["store"]["epoch"]
    run(f"{TEST}/source/scripts/install", "--from", f"{TEST}/tree")
    until(active)
    assert status()["store"]["epoch"] == before
    run(f"{TEST}/source/scripts/uninstall")
    assert os.path.exists(CONFIG) and os.listdir("/var/lib/geofenced")
    assert run("systemctl", "status", "geofenced", check=False).returncode == 4, "the unit is left"
    for folder, _, files in os.walk(f"{TEST}/tree"):
        for name in files:
            path = os.path.join(folder, name)[len(f"{TEST}/tree"):]
            assert path.startswith("/etc/") or not os.path.exists(path), f"{path} is left"
    run(f"{TEST}/source/scripts/uninstall", "--purge")
    assert not os.path.exists("/etc/geofenced") and not os.path.exists("/var/lib/geofenced")


CASES = (
    installs_to_a_green_unit_without_receiver, runs_confined, exposure_is_at_most_0_6,
    a_forbidden_system_call_would_be_seen, journal_carries_events_with_fields,
    catalog_explains_events, completion_knows_the_names, state_survives_the_watchdog,
    reload_takes_good_and_refuses_bad, a_change_of_daemon_settings_says_that_it_needs_a_restart,
    a_control_socket_elsewhere_is_found_by_reload_and_wait,
    group_decides_who_may_control, a_user_of_many_programs_locks_out_neither_root_nor_a_reload,
    members_of_the_read_group_may_look, gpsd_variant_gives_events,
    network_variant_keeps_the_serial_line, no_system_call_was_forbidden,
    the_mqtt_program_delivers_to_a_local_broker,
    the_webhook_program_signs_with_a_credential_through_kills,
    a_crash_leaves_a_report_whose_functions_have_names_and_no_hole,
    killed_for_memory_it_comes_back_with_its_state,
    a_stopped_journal_does_not_affect_the_daemon, the_socket_unit_keeps_clients_through_a_restart,
    doctor_finds_what_is_wrong_and_only_that, waiting_for_a_fix_orders_units,
    a_bug_report_is_whole_and_keeps_secrets, hooks_are_installed_and_confined_but_not_enabled,
    hooks_run_as_unprivileged_transient_units_or_units, hooks_that_hang_fork_and_flood_are_limited,
    no_user_reads_what_a_hook_gets, a_killed_or_stopped_supervisor_of_hooks_leaves_no_unit_and_its_event_runs_again,
    a_hook_that_runs_while_systemd_is_replaced_ends, programs_of_others_are_refused, doctor_knows_the_hooks,
    a_target_follows_the_state_and_brings_services,
    the_device_is_rebooted_while_inside, a_reboot_while_inside_brings_the_target_back, hooks_are_purged,
    steady_state_is_quiet, the_service_uses_little_memory,
    a_repository_brings_upgrades_and_downgrades_that_keep_everything, remove_keeps_configuration_and_state,
    purge_removes_what_the_packages_made_and_no_more,
    installs_without_dpkg_too,
)

def main():
    words = pathlib.Path(f"{TEST}/words").read_text().split()
    wanted = [function for function in CASES
              if not words or function == CASES[0] or any(word in function.__name__ for word in words)]
    results, again = pathlib.Path(f"{TEST}/results"), pathlib.Path(f"{TEST}/reboot")
    if results.exists():
        for group, names in zip((passed, failed), json.loads(results.read_text())):
            group += names
    again.unlink(missing_ok=True)
    for function in wanted[len(passed) + len(failed):]:
        case(function)
        if again.exists():
            results.write_text(json.dumps([passed, failed]))
            return
    print(f"{len(passed)} passed, {len(failed)} failed", flush=True)


main()
