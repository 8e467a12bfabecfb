"""A receiver of webhooks that answers as a case wants, and nginx in front of it."""
import http.server
import pathlib
import shutil
import socket
import subprocess
import threading

from bench.gpsd import free_port
from bench.waiting import until


class Endpoint:
    """Records every POST; `answers` are used up one by one, then every POST gets 200.

    An answer is a status, a status with headers, `cut` for a connection that is closed, or `hang` for one
    that stays silent.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.posts = []
        self.silent = threading.Event()
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Without these an answer of two writes takes 40 ms.
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                answer = endpoint.answers.pop(0) if endpoint.answers else 200
                endpoint.posts.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body, answer))
                if answer == "hang":
                    endpoint.silent.wait(60)
                if answer in ("cut", "hang"):
                    self.close_connection = True
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "3")
                self.end_headers()
                self.wfile.write(b"ok\n")

            def log_message(self, *words):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *words):
                """A program that was killed is no error here."""

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}/events"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def ids(self):
        """The ids of all posts, in their order."""
        return [headers["webhook-id"] for _, headers, _, _ in self.posts]

    def accepted(self):
        """The ids of the posts that were answered with 2xx."""
        return [headers["webhook-id"] for _, headers, _, answer in self.posts if answer in (200, 204)]

    def close(self):
        self.silent.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Front:
    """nginx with TLS in front of an endpoint, with a certificate of its own."""

    def __init__(self, folder, endpoint):
        self.folder = pathlib.Path(folder) / "front"
        self.folder.mkdir()
        self.certificate = self.folder / "certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", self.folder / "key.pem", "-out", self.certificate, "-days", "2", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost"],
            check=True, capture_output=True)
        self.port = free_port()
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;\n"
            f"fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;\n"
            f"server {{ listen 127.0.0.1:{self.port} ssl;\nssl_certificate {self.certificate};\n"
            f"ssl_certificate_key {self.folder}/key.pem;\n"
            f"location / {{ proxy_pass http://127.0.0.1:{endpoint.port}; }} }} }}\n")
        self.log = open(self.folder / "log", "ab")
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        self.process = subprocess.Popen(
            [program, "-p", self.folder, "-c", self.folder / "nginx.conf"], stdout=self.log, stderr=self.log)
        until(self.answers, 10, "nginx")
        self.url = f"https://localhost:{self.port}/events"

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
