"""A broker that is not mosquitto: amqtt of PyPI, which speaks MQTT 3.1.1 only and holds sessions in memory."""
import pathlib
import subprocess
import sys

from bench.gpsd import free_port, is_open
from bench.waiting import until


class Amqtt:
    """Needs the packages of requirements.txt beside the interpreter that runs."""

    def __init__(self, folder):
        folder = pathlib.Path(folder) / "amqtt"
        folder.mkdir()
        self.port = free_port()
        config = folder / "amqtt.yaml"
        config.write_text(
            f"listeners:\n  default:\n    type: tcp\n    bind: 127.0.0.1:{self.port}\nplugins:\n"
            "  amqtt.plugins.authentication.AnonymousAuthPlugin:\n    allow_anonymous: true\n")
        self.log = open(folder / "log", "ab")
        self.process = subprocess.Popen(
            [pathlib.Path(sys.executable).parent / "amqtt", "-c", config], stdout=self.log, stderr=self.log)
        until(lambda: is_open(self.port), 20, "amqtt")

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()
