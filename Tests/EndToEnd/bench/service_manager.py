"""Stands for systemd on a bus of its own: the part of org.freedesktop.systemd1 that runs and stops units.

As a program, `service_manager.py FOLDER`: it runs transient units as systemd does, and for a unit NAME@INSTANCE.service
the script FOLDER/units/NAME with the instance and the variables of the unit's file. A target is active once it is
started. Every call is a line of FOLDER/calls, as JSON.
"""
import fnmatch
import json
import os
import pathlib
import pwd
import re
import signal
import subprocess
import sys

from bench.program import Program
from bench.waiting import until

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/>
<allow user="*"/></policy></busconfig>"""


class ServiceManager:
    """The bus and the stand-in on it."""

    def __init__(self, place):
        self.folder = place.folder / "systemd"
        (self.folder / "units").mkdir(parents=True)
        self.folder.chmod(0o755)
        path = self.folder / "bus"
        config = self.folder / "bus.conf"
        config.write_text(BUS.format(path=path))
        self.bus = Program(place, "bus", ["dbus-daemon", "--nofork", f"--config-file={config}"])
        until(path.exists, 30, "the bus")
        self.environment = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={path}"}
        here = pathlib.Path(__file__).resolve()
        self.manager = Program(
            # The libraries are Debian's, and another Python does not see them.
            place, "systemd", ["/usr/bin/python3", here, self.folder],
            env={**os.environ, **self.environment, "PYTHONPATH": str(here.parents[1])})
        until((self.folder / "ready").exists, 30, "the stand-in of systemd")

    def calls(self, method=None):
        """The calls so far, of one method when it is given: [method, arguments…]."""
        path = self.folder / "calls"
        lines = path.read_text().splitlines() if path.exists() else []
        return [call for call in map(json.loads, lines) if method in (None, call[0])]

    def activate(self, *targets):
        """Has the targets active, as if another program had started them."""
        (self.folder / "active").write_text("\n".join(targets))
        self.manager.kill()
        (self.folder / "ready").unlink()
        self.manager.start()
        until((self.folder / "ready").exists, 30, "the stand-in of systemd")

    def unit(self, name, text):
        """Adds the script of the units NAME@*.service."""
        path = self.folder / "units" / name
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)


def unquoted(line):
    name, value = line.split("=", 1)
    return name, re.sub(r"\\(.)", r"\1", value[1:-1])


def variables(path):
    """The variables of an EnvironmentFile=, whose path is a pattern: a backslash stands for nothing."""
    found = pathlib.Path(re.sub(r"\\(.)", r"\1", path))
    return dict(unquoted(line) for line in found.read_text().splitlines())


def replaced(word, environment):
    """A word of ExecStart= as systemd replaces its variables."""
    return re.sub(r"\$\$|\$\{(\w+)\}", lambda m: environment[m[1]] if m[1] else "$", word)


class Unit:
    def __init__(self, name):
        self.name = name
        self.active, self.job, self.pid, self.timer = "inactive", 0, 0, 0
        self.result, self.code, self.status = "success", 0, 0
        self.is_stopped, self.is_held = False, True


def main(folder):
    import dbus
    import dbus.mainloop.glib
    import dbus.service
    from gi.repository import GLib

    name, path = "org.freedesktop.systemd1", "/org/freedesktop/systemd1"
    dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
    bus = dbus.SystemBus()
    units, jobs = {}, iter(range(1, 1_000_000))
    log = open(folder / "calls", "a")

    def wrote(*call):
        log.write(json.dumps(call) + "\n")
        log.flush()

    def object_of(unit):
        return path + "/unit/" + re.sub(r"[^A-Za-z0-9]", lambda m: f"_{ord(m[0]):02x}", unit)

    def changed(unit):
        message = dbus.lowlevel.SignalMessage(
            object_of(unit.name), "org.freedesktop.DBus.Properties", "PropertiesChanged")
        message.append(name + ".Unit", {"ActiveState": unit.active}, [], signature="sa{sv}as")
        bus.send_message(message)

    def finish_job(unit, result):
        job, unit.job = unit.job, 0
        changed(unit)
        if job:
            message = dbus.lowlevel.SignalMessage(path, name + ".Manager", "JobRemoved")
            message.append(job, f"{path}/job/{job}", unit.name, result, signature="uoss")
            bus.send_message(message)

    def kill(unit, number):
        try:
            os.killpg(unit.pid, number)
        except ProcessLookupError:
            pass

    def timed_out(unit):
        unit.result = "timeout"
        kill(unit, signal.SIGTERM)
        return False

    def ended(pid, status, unit):
        kill(unit, signal.SIGKILL)
        unit.pid = 0
        if unit.timer and unit.result != "timeout":
            GLib.source_remove(unit.timer)
        unit.code, unit.status = (1, os.WEXITSTATUS(status)) if os.WIFEXITED(status) else (2, os.WTERMSIG(status))
        if unit.result != "timeout" and not unit.is_stopped and (unit.code, unit.status) != (1, 0):
            unit.result = "exit-code" if unit.code == 1 else "signal"
        unit.active = "inactive" if unit.result == "success" else "failed"
        finish_job(unit, "done" if unit.active == "inactive" else "failed")
        collect(unit)

    def collect(unit):
        """Forgets a transient unit that has ended and whose client is gone or needs it no more."""
        if not unit.is_held and not unit.pid:
            units.pop(unit.name, None)

    def owner_changed(unit, owner):
        if not owner:
            unit.is_held = False
            collect(unit)

    def spawn(unit, command, environment, user=None, **ends):
        entry = pwd.getpwnam(user) if user else None
        rights = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []} if entry else {}
        process = subprocess.Popen(
            command, cwd="/", start_new_session=True, **rights, **ends,
            env={"PATH": os.environ["PATH"], "LANG": "C.UTF-8", **environment})
        unit.pid = process.pid
        # The main loop waits for it, and not this object.
        process.returncode = 0
        GLib.child_watch_add(GLib.PRIORITY_DEFAULT, unit.pid, ended, unit)

    def start_transient(unit, properties):
        environment = {}
        for file, _ in properties["EnvironmentFiles"]:
            environment.update(variables(file))
        [(program, words, _)] = properties["ExecStart"]
        ends = {end: properties[f"Standard{kind}FileDescriptor"].take() for end, kind in (
            ("stdin", "Input"), ("stdout", "Output"), ("stderr", "Error"))}
        try:
            spawn(unit, [program] + [replaced(word, environment) for word in words[1:]], environment,
                  properties["User"], **ends)
        except OSError:
            unit.active, unit.result, unit.code, unit.status = "failed", "exit-code", 1, 203
            return finish_job(unit, "failed")
        finally:
            for end in ends.values():
                os.close(end)
        unit.active = "active"
        unit.timer = GLib.timeout_add(properties["RuntimeMaxUSec"] // 1000, timed_out, unit)
        finish_job(unit, "done")

    def start(unit):
        if unit.name.endswith(".target"):
            unit.active = "active"
            return finish_job(unit, "done")
        stem = unit.name.rsplit(".", 1)[0]
        script, instance = stem.split("@", 1)
        unit.active = "activating"
        spawn(unit, [folder / "units" / script, instance], variables(f"{folder.parent}/run/{stem}.env"))
        changed(unit)

    def later(act, *arguments):
        """After the answer to the call."""
        GLib.idle_add(lambda: act(*arguments) and False)

    class Units(dbus.service.FallbackObject):
        @dbus.service.method("org.freedesktop.DBus.Properties", "ss", "v", rel_path_keyword="place")
        def Get(self, interface, key, place):
            unit = next(u for u in units.values() if object_of(u.name) == path + "/unit" + place)
            return {
                "ActiveState": dbus.String(unit.active), "Result": dbus.String(unit.result),
                "Job": dbus.Struct((dbus.UInt32(unit.job), dbus.ObjectPath(f"{path}/job/{unit.job}")), signature="uo"),
                "ExecMainCode": dbus.Int32(unit.code), "ExecMainStatus": dbus.Int32(unit.status)}[key]

    class Manager(dbus.service.Object):
        def begin(self, unit):
            unit.job = next(jobs)
            unit.result, unit.code, unit.status, unit.is_stopped = "success", 0, 0, False
            return f"{path}/job/{unit.job}"

        @dbus.service.method(name + ".Manager", "", "")
        def Subscribe(self):
            wrote("Subscribe")

        @dbus.service.method(name + ".Manager", "ssa(sv)a(sa(sv))", "o", sender_keyword="sender")
        def StartTransientUnit(self, unit, mode, properties, _, sender):
            wrote("StartTransientUnit", unit, {key: str(value) for key, value in properties})
            assert unit not in units, unit
            started = units[unit] = Unit(unit)
            later(start_transient, started, dict(properties))
            # AddRef= holds while the client is connected.
            bus.watch_name_owner(sender, lambda owner: owner_changed(started, owner))
            return self.begin(started)

        @dbus.service.method(name + ".Manager", "ss", "o")
        def StartUnit(self, unit, mode):
            wrote("StartUnit", unit)
            started = units.setdefault(unit, Unit(unit))
            assert not started.job, unit
            later(start, started)
            return self.begin(started)

        @dbus.service.method(name + ".Manager", "ss", "o")
        def StopUnit(self, unit, mode):
            wrote("StopUnit", unit)
            stopped = units[unit]
            if stopped.pid:
                stopped.is_stopped = True
                kill(stopped, signal.SIGTERM)
            else:
                stopped.active = "inactive"
            return f"{path}/job/0"

        @dbus.service.method(name + ".Manager", "s", "")
        def UnrefUnit(self, unit):
            owner_changed(units[unit], None)

        @dbus.service.method(name + ".Manager", "asas", "a(ssssssouso)")
        def ListUnitsByPatterns(self, states, patterns):
            return [(u.name, "", "loaded", u.active, "", "", object_of(u.name), 0, "", "/")
                    for u in units.values() if not states or u.active in states
                    if any(fnmatch.fnmatchcase(u.name, pattern) for pattern in patterns)]

    for target in (folder / "active").read_text().split() if (folder / "active").exists() else []:
        units[target] = Unit(target)
        units[target].active = "active"
    owned = dbus.service.BusName(name, bus)
    keep = Manager(bus, path), Units(bus, path + "/unit"), owned
    (folder / "ready").touch()
    GLib.MainLoop().run()
    return keep


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
