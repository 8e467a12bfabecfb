"""Checks the installed package from inside a booted Debian: run by scripts/test-system."""
import json
import os
import re
import shutil
import subprocess
import sys
import time
import traceback

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


def until(condition, seconds=20, what="the condition"):
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
        journal = run("journalctl", "-u", "geofenced", "-n", "15", "--no-pager", check=False).stdout
        print("        " + journal.replace("\n", "\n        "), flush=True)


def property_of(name, unit="geofenced"):
    return run("systemctl", "show", unit, "-P", name).stdout.strip()


def active():
    return property_of("ActiveState") == "active"


def status():
    return json.loads(run("geofencectl", "status", "-o", "json").stdout)


def journal_events(*match):
    text = run("journalctl", "-u", "geofenced", "-o", "json", "--no-pager", *match).stdout
    return [json.loads(line) for line in text.splitlines()]


def configure(source, extra=""):
    with open(CONFIG, "w") as file:
        file.write(f"""
[source.gps]
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
        self.process = subprocess.Popen(
            ["python3", f"{TEST}/play-nmea", f"{TEST}/tour.nmea", "--link", "/dev/gps-test",
             "--speed", str(speed), "--linger", "1"])
        until(lambda: os.path.exists("/dev/gps-test"), what="the receiver")
        node = os.path.realpath("/dev/gps-test")
        shutil.chown(node, group="dialout")
        os.chmod(node, 0o660)

    def wait(self):
        self.process.wait(timeout=60)


def installs_to_a_green_unit_without_receiver():
    run("apt-get", "install", "-y", f"{TEST}/geofenced.deb")
    until(active, what="an active unit")
    assert property_of("Type") == "notify"
    assert property_of("StatusText"), "no status text"
    sources = status()["sources"]
    assert sources and all(source["state"] != "fix" for source in sources), sources
    assert sources[0].get("message"), "status does not say what is missing"


def runs_confined():
    text = open(f"/proc/{property_of('MainPID')}/status").read()
    assert re.search(r"^CapEff:\s*0+$", text, re.M), "capabilities are left"
    assert re.search(r"^Seccomp:\s*2$", text, re.M), "no system call filter"
    assert re.search(r"^NoNewPrivs:\s*1$", text, re.M)


def exposure(unit="geofenced.service"):
    text = run("systemd-analyze", "security", "--no-pager", unit, check=False).stdout
    return float(re.search(r"Overall exposure level for \S+: ([\d.]+)", text)[1])


def exposure_is_at_most_1_0():
    assert exposure() <= 1.0, exposure()


def journal_carries_events_with_fields():
    configure('type = "serial"\ndevice = "/dev/gps-test"')
    run("systemctl", "restart", "geofenced")
    until(active)
    receiver = Receiver()
    until(lambda: journal_events("GEOFENCE_EVENT=exited", "GEOFENCE_FENCE=ceanothus-section"), 40,
          "the last section's exit")
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
        file.write("[Service]\nWatchdogSec=3s\nRestartSec=100ms\n")
    run("systemctl", "daemon-reload")
    run("systemctl", "restart", "geofenced")
    until(active)
    before = status()["store"]["next_seq"]
    pid, restarts = property_of("MainPID"), int(property_of("NRestarts"))
    os.kill(int(pid), 19)
    until(lambda: int(property_of("NRestarts")) > restarts and active(), 30, "the restart")
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
    text = run("journalctl", "-u", "geofenced", "-n", "20", "--no-pager").stdout
    assert re.search(r"geofenced\.toml:\d+.*rulle", text), text
    with open(CONFIG, "w") as file:
        file.write(good)
    run("systemctl", "reload", "geofenced")


def group_decides_who_may_control():
    run("useradd", "-m", "alice")
    run("usermod", "-aG", "geofenced", "alice")
    run("useradd", "-m", "bob")
    run("geofencectl", "status", user="alice")
    refused = run("geofencectl", "status", check=False, user="bob")
    assert refused.returncode == 77, refused.returncode
    assert "group" in refused.stderr and "geofenced" in refused.stderr, refused.stderr


def gpsd_variant_gives_events():
    run("systemctl", "stop", "geofenced")
    drop_in = "/etc/systemd/system/geofenced.service.d/gpsd.conf"
    os.makedirs(os.path.dirname(drop_in), exist_ok=True)
    shutil.copy(f"{TEST}/geofenced-gpsd.conf", drop_in)
    run("systemctl", "daemon-reload")
    run("ip", "link", "set", "lo", "up", check=False)
    configure('type = "gpsd"\nhost = "127.0.0.1"\nport = 2947')
    run("systemctl", "start", "geofenced")
    until(active)
    assert exposure() <= 1.5, exposure()
    before = len(journal_events("GEOFENCE_EVENT=entered", "GEOFENCE_FENCE=redwood-section"))
    receiver = Receiver(speed=20)
    os.chmod(os.path.realpath("/dev/gps-test"), 0o666)
    gpsd = subprocess.Popen(["gpsd", "-N", "-n", "-S", "2947", os.path.realpath("/dev/gps-test")])
    until(lambda: len(journal_events("GEOFENCE_EVENT=entered", "GEOFENCE_FENCE=redwood-section"))
          > before, 60, "the redwood section")
    gpsd.terminate()
    receiver.process.terminate()
    os.unlink(drop_in)
    run("systemctl", "daemon-reload")
    configure('type = "serial"\ndevice = "/dev/gps-test"')
    run("systemctl", "restart", "geofenced")
    until(active)


def steady_state_is_quiet():
    lines = run("journalctl", "-u", "geofenced", "--no-pager", "-o", "cat").stdout.splitlines()
    assert len(lines) < 400, f"{len(lines)} lines so far"


def upgrade_keeps_state():
    before = status()["store"]
    run("apt-get", "install", "-y", "--reinstall", f"{TEST}/geofenced.deb")
    until(active)
    after = status()["store"]
    assert after["epoch"] == before["epoch"] and after["next_seq"] >= before["next_seq"]


def remove_keeps_configuration_and_state():
    run("apt-get", "remove", "-y", "geofenced")
    assert not os.path.exists("/usr/sbin/geofenced")
    assert os.path.exists(CONFIG) and os.listdir("/var/lib/geofenced")


def purge_removes_them():
    run("apt-get", "purge", "-y", "geofenced")
    assert not os.path.exists(CONFIG) and not os.path.exists("/var/lib/geofenced")


for function in (
    installs_to_a_green_unit_without_receiver, runs_confined, exposure_is_at_most_1_0,
    journal_carries_events_with_fields, catalog_explains_events, state_survives_the_watchdog,
    reload_takes_good_and_refuses_bad, group_decides_who_may_control, gpsd_variant_gives_events,
    steady_state_is_quiet, upgrade_keeps_state, remove_keeps_configuration_and_state,
    purge_removes_them,
):
    case(function)
print(f"{len(passed)} passed, {len(failed)} failed", flush=True)
