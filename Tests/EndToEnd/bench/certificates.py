"""Certificates of a server and of a device that connects to it."""
import pathlib
import subprocess


class Certificates:
    """A certificate authority with a certificate of a server and one of a device."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder) / "certificates"
        self.folder.mkdir()
        self.folder.chmod(0o755)
        self.ca = self.folder / "ca.pem"
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        self.openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", "ca.pem", "-days", "30",
                     "-subj", "/CN=authority")
        (self.folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        for name in ("server", "device"):
            self.openssl("req", *key, "-keyout", f"{name}.key", "-out", f"{name}.csr", "-subj", f"/CN={name}")
            self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                         "-CAcreateserial", "-days", "30", "-extfile", "names", "-out", f"{name}.pem")
        for path in self.folder.iterdir():
            path.chmod(0o644)

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def of(self, name):
        return self.folder / f"{name}.pem", self.folder / f"{name}.key"

    def listener(self, port):
        """The lines of a listener of mosquitto that wants a certificate of the client."""
        certificate, key = self.of("server")
        return (f"listener {port} 127.0.0.1\ncafile {self.ca}\ncertfile {certificate}\nkeyfile {key}\n"
                "require_certificate true\n")

    def settings(self, extra=""):
        """The table of a client."""
        certificate, key = self.of("device")
        return (f'[broker.tls]\nca_file = "{self.ca}"\ncertificate_file = "{certificate}"\n'
                f'key_file = "{key}"\n{extra}\n')
