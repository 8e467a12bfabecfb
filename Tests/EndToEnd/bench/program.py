"""Programs beside the daemon that are killed and started again."""
import pathlib
import subprocess


class Program:
    """A command whose standard error is collected in a file with a name of its own."""

    def __init__(self, place, name, command, **options):
        self.command = command
        self.options = options
        self.log = open(place.folder / f"{name}-stderr", "ab")
        self.start()
        place.keep(self)

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=self.log, **self.options)

    def kill(self):
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()

    def terminate(self, seconds=10):
        """Its exit status after SIGTERM."""
        self.process.terminate()
        return self.process.wait(seconds)

    def close(self):
        self.kill()
        self.log.close()

    def errors(self):
        """All that it has written to its standard error."""
        return pathlib.Path(self.log.name).read_text(errors="replace")
