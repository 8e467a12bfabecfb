"""Shared by the proofs of durability: the exerciser, the log it leaves, and loop devices."""

import concurrent.futures
import contextlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

EXERCISER = pathlib.Path("StoreExerciser")


def exerciser(directory, **plan):
    """The command that exercises a store in that directory."""
    return [str(EXERCISER), str(directory)] + [f"{key}={value}" for key, value in plan.items()]


def run(directory, wrapper=(), timeout=120, **plan):
    """Runs the exerciser to its end; returns its lines and its exit status."""
    done = subprocess.run(
        [*wrapper, *exerciser(directory, **plan)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=timeout)
    return done.stdout.splitlines(), done.returncode


def traced(calls, output="/dev/null", fault=None, files=()):
    """What puts strace before the exerciser; it stops at those calls alone, each with that fault,
    and where files are given at those of them alone."""
    calls = ",".join(calls)
    return ["strace", "-f", "--seccomp-bpf", "-o", str(output), "-e", f"trace={calls}",
            *(word for file in files for word in ("-P", str(file))),
            *(["-e", f"inject={calls}:{fault}"] if fault else [])]


def acks(lines):
    """The acknowledged events, as {number: key}."""
    found = {}
    for line in lines:
        words = line.split()
        if len(words) == 3 and words[0] == "ack":
            found[int(words[1])] = int(words[2])
    return found


def complete(text):
    """The lines of a text whose last one may be cut."""
    return text[:text.rfind("\n") + 1].splitlines()


def log(directory):
    """The events of a store that no process has open, as [(number, key)]; keys of other entries are None."""
    with contextlib.closing(sqlite3.connect(pathlib.Path(directory) / "events.db")) as database:
        rows = database.execute("SELECT seq, type, boot_ns FROM event ORDER BY seq").fetchall()
        check = database.execute("PRAGMA integrity_check").fetchone()[0]
    if check != "ok":
        raise Wrong(f"integrity_check: {check}")
    return [(seq, key if kind == "entered" else None) for seq, kind, key in rows]


class Wrong(Exception):
    """The log violates a guarantee."""


class Impossible(Exception):
    """This machine does not allow the proof; with the reason."""


def expect(truth, text):
    """Raises unless it is true."""
    if not truth:
        raise Wrong(text)


def expect_exact(events, acknowledged):
    """No number or key is missing or duplicated, nothing acknowledged is lost or changed."""
    numbers = [seq for seq, _ in events]
    expect(numbers == list(range(1, len(numbers) + 1)), "the numbers have holes")
    keys = [key for _, key in events if key is not None]
    expect(keys == list(range(1, len(keys) + 1)), "transitions are missing or doubled")
    held = dict(events)
    for seq, key in acknowledged.items():
        expect(held.get(seq) == key, f"event {seq} (key {key}) was acknowledged and is lost")


def expect_whole(lines):
    """No run detected a log that had lost its end."""
    expect(not any(line.startswith("open ") and " cut=true" in line for line in lines),
           f"the log was taken for one that has lost its end: {lines[:1]}")


def at_once(cases):
    """Runs functions with their arguments, a few at a time, for they mostly wait; gives results."""
    with concurrent.futures.ThreadPoolExecutor(max_workers=6) as pool:
        futures = [pool.submit(*case) for case in cases]
        return [future.result() for future in futures]


@contextlib.contextmanager
def directory():
    """A temporary directory."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="durability-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class Disk:
    """A small ext4 file system of its own, on a loop device."""

    def __init__(self, home, megabytes):
        self.image = home / "disk.img"
        self.mountpoint = home / "disk"
        self.mountpoint.mkdir()
        with open(self.image, "wb") as image:
            image.truncate(megabytes << 20)
        self.mounted = False
        if os.geteuid() != 0:
            raise Impossible("a loop device needs root")
        # Whole at once: the kernel would otherwise go on writing it while bytes are counted.
        self.command("mkfs.ext4", "-q", "-m", "0", "-E", "lazy_itable_init=0,lazy_journal_init=0", str(self.image))
        self.mount()

    def command(self, *words):
        """Runs a command of the system; raises Impossible where it fails."""
        try:
            done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        except FileNotFoundError as error:
            raise Impossible(f"{words[0]} is not installed") from error
        if done.returncode != 0:
            raise Impossible(f"{' '.join(words)}: {done.stdout.strip()}")

    def mount(self):
        self.command("mount", "-o", "loop", str(self.image), str(self.mountpoint))
        self.mounted = True

    def unmount(self):
        if self.mounted:
            self.command("umount", str(self.mountpoint))
            self.mounted = False

    def remount(self, options):
        self.command("mount", "-o", f"remount,{options}", str(self.mountpoint))

    def fill(self):
        """Fills the file system completely."""
        with open(self.mountpoint / "filler", "wb", buffering=0) as filler:
            for block in (1 << 20, 1 << 12, 1):
                with contextlib.suppress(OSError):
                    while True:
                        filler.write(b"\1" * block)
            with contextlib.suppress(OSError):
                os.fsync(filler.fileno())

    def free(self):
        """The free bytes."""
        status = os.statvfs(self.mountpoint)
        return status.f_bavail * status.f_frsize

    def written(self):
        """Bytes written to the block device so far."""
        number = os.stat(self.mountpoint).st_dev
        path = f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/stat"
        return int(pathlib.Path(path).read_text().split()[6]) * 512


@contextlib.contextmanager
def disk(megabytes):
    """A temporary file system."""
    with directory() as home:
        made = Disk.__new__(Disk)
        made.mounted = False
        try:
            made.__init__(home, megabytes)
            yield made
        finally:
            made.unmount()
