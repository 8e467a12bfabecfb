"""A machine of its own for one daemon: its own network, and a /dev with what a test plugs in."""
import os
import pathlib
import subprocess

from bench.waiting import until

PREPARE = """
set -e
ip link set lo up
mkdir -p "$1/dev"
mount -t tmpfs tmpfs "$1/dev"
for name in null zero random urandom; do
    touch "$1/dev/$name"
    mount --bind "/dev/$name" "$1/dev/$name"
done
mkdir "$1/dev/pts" "$1/dev/shm"
mount --bind /dev/pts "$1/dev/pts"
mount --rbind "$1/dev" /dev
shift
exec "$@"
"""


class Machine:
    """Start the daemon with `prefix`; `enter` it afterwards by running commands inside."""

    def __init__(self, folder):
        assert os.geteuid() == 0, "a machine of our own needs root: run the tests as root"
        self.folder = pathlib.Path(folder)
        self.daemon = None
        self.programs = []

    @property
    def prefix(self):
        return ["unshare", "-m", "-n", "sh", "-c", PREPARE, "sh", str(self.folder)]

    def inside(self, *command):
        return ["nsenter", "-t", str(self.daemon.pid), "-m", "-n", *map(str, command)]

    def plug(self, node, *names):
        """Gives a terminal names below /dev, as udev does."""
        for name in names:
            subprocess.run(
                self.inside("sh", "-c", f"mkdir -p $(dirname /dev/{name}); ln -s {node} /dev/{name}"),
                check=True)

    def unplug(self, *names):
        for name in names:
            subprocess.run(self.inside("rm", f"/dev/{name}"), check=True)

    def classify(self, number, subsystem):
        """Has sysfs tell another subsystem of the device with that number, and nothing of others."""
        script = (
            f"mount -t tmpfs tmpfs /sys/dev/char; cd /sys/dev/char; mkdir -p {number} class/{subsystem};"
            f" ln -s ../class/{subsystem} {number}/subsystem")
        subprocess.run(self.inside("sh", "-ec", script), check=True)

    def gpsd(self, *arguments):
        """A gpsd at its usual port, once it listens."""
        command = ["gpsd", "-N", "-n", "-b", "-S", "2947", *arguments]
        self.programs.append(subprocess.Popen(
            self.inside(*command), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))
        # 2947 is 0B83 in hexadecimal, 0A the state of listening.
        table = self.inside("grep", "-q", ":0B83 00000000:0000 0A", "/proc/net/tcp")
        until(lambda: subprocess.run(table).returncode == 0, 10, "gpsd listens")

    def close(self):
        for program in self.programs:
            program.kill()
            program.wait()
