"""A receiver of webhooks with the answers of a case, and nginx in front of it."""
import http.server
import pathlib
import shutil
import subprocess
import threading
import time

from bench.certificates import Certificates
from bench.gpsd import free_port, is_open
from bench.waiting import until


# The rest of an answer after its status.
BODIES = {
    "short": b"Content-Length: 100\r\n\r\nok\n", "broken": b"Transfer-Encoding: chunked\r\n\r\nnone\r\n",
    "slow": b"Content-Length: 100\r\n\r\n"}


class Endpoint:
    """Records every POST; `answers` are used up one by one, then every POST gets 200, or what `rule`, a function of its
    body, gives.

    An answer is a status, a status with headers (whose values may be functions), `cut` for a connection that is
    closed, `hang` for one without an answer, `flood` for 200 with a body without end, `short`, `broken` and `slow` for
    200 with a body that ends too early, is no body or does not come, or a function that gives one of these when it is
    time for it.
    """

    def __init__(self, *answers, rule=lambda body: 200):
        self.answers = list(answers)
        self.posts = []
        # When each came, monotonic seconds.
        self.times = []
        self.silent = threading.Event()
        self.flooded = 0
        endpoint = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Without these an answer of two writes takes 40 ms.
            disable_nagle_algorithm = True
            wbufsize = -1

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                endpoint.times.append(time.monotonic())
                answer = endpoint.answers.pop(0) if endpoint.answers else rule(body)
                answer = answer() if callable(answer) else answer
                endpoint.posts.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body, answer))
                if answer == "hang":
                    endpoint.silent.wait(60)
                if answer in ("cut", "hang"):
                    self.close_connection = True
                    return
                if answer == "flood":
                    self.flood()
                    return
                if isinstance(answer, str) and answer in BODIES:
                    self.close_connection = True
                    self.wfile.write(b"HTTP/1.1 200 OK\r\n" + BODIES[answer])
                    if answer == "slow":
                        self.wfile.flush()
                        endpoint.silent.wait(60)
                    return
                status, headers = answer if isinstance(answer, tuple) else (answer, {})
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value() if callable(value) else value)
                self.send_header("Content-Length", "3")
                self.end_headers()
                self.wfile.write(b"ok\n")

            def flood(self):
                self.close_connection = True
                self.send_response(200)
                self.end_headers()
                while not endpoint.silent.is_set():
                    self.wfile.write(bytes(65_536))
                    endpoint.flooded += 65_536

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
        return [headers["webhook-id"] for _, headers, _, answer in self.posts if answer in (200, 204, "flood", *BODIES)]

    def close(self):
        self.silent.set()
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


class Front:
    """nginx with TLS in front of an endpoint, with certificates of its own. At `mutual_url` it wants that of
    the device from its clients, and passes on as `x-verified` whether they have it."""

    def __init__(self, folder, endpoint, name="front"):
        self.folder = pathlib.Path(folder) / name
        self.folder.mkdir()
        self.certificates = Certificates(self.folder)
        certificate, key = self.certificates.of("server")
        self.port, mutual_port = free_port(), free_port()
        server = (
            f"ssl_certificate {certificate}; ssl_certificate_key {key};\n"
            f"location / {{ proxy_pass http://127.0.0.1:{endpoint.port};"
            " proxy_set_header X-Verified $ssl_client_verify; }")
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n"
            f"http {{ access_log off; client_body_temp_path {self.folder}/body; proxy_temp_path {self.folder}/proxy;\n"
            f"fastcgi_temp_path {self.folder}/f; uwsgi_temp_path {self.folder}/u; scgi_temp_path {self.folder}/s;\n"
            f"server {{ listen 127.0.0.1:{self.port} ssl;\n{server} }}\n"
            f"server {{ listen 127.0.0.1:{mutual_port} ssl;\n{server}\n"
            f"ssl_client_certificate {self.certificates.ca}; ssl_verify_client on; }} }}\n")
        self.log = open(self.folder / "log", "ab")
        self.start()
        self.url = f"https://localhost:{self.port}/events"
        self.mutual_url = f"https://localhost:{mutual_port}/events"

    def start(self):
        program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin")
        self.process = subprocess.Popen(
            [program, "-p", self.folder, "-c", self.folder / "nginx.conf"], stdout=self.log, stderr=self.log)
        until(lambda: is_open(self.port), 10, "nginx")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.kill()
        self.log.close()
