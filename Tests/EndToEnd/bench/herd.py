"""Clients that all send the same line at once; a program of its own, so that it can be another user.

    herd.py SOCKET COUNT FIRST

Prints how many were admitted, sends on each connection the line that it reads, `@` in it replaced by the number
of the client, from FIRST on, and prints how many were `answered` in time and the kinds of failures, `failed`.
"""
import json
import select
import socket
import sys
import time

# Memory and waiting are greatest while all of them wait; a build for debugging may take minutes for all.
PATIENCE_S = 6


def admit(path, count):
    """The connections that were greeted."""
    admitted = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(20)
        connection.connect(path)
        line = b""
        while not line.endswith(b"\n"):
            line += connection.recv(1)
        if json.loads(line).get("method") == "hello":
            admitted.append(connection)
    return admitted


def send(connection, data):
    """Sends what the daemon takes; it may read nothing while it works for others."""
    connection.setblocking(True)
    connection.sendall(data)
    connection.setblocking(False)


def main():
    path, count, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    connections = admit(path, count)
    print(len(connections), flush=True)
    text = sys.stdin.readline()
    waiting = {connection: [] for connection in connections}
    for number, connection in enumerate(connections, first):
        send(connection, text.replace("@", str(number)).encode())
    kinds, answered = [], 0
    deadline = time.monotonic() + PATIENCE_S
    while waiting and time.monotonic() < deadline:
        for connection in select.select(list(waiting), [], [], 1)[0]:
            piece = connection.recv(1 << 20)
            parts = waiting[connection]
            parts.append(piece)
            if b"\n" not in piece and piece:
                continue
            lines = b"".join(parts).split(b"\n")
            parts[:] = [lines.pop()]
            # An answer has an id near its begin, a notification has none.
            answers = [line for line in lines if b'"id":' in line[:40] or b'"error":' in line[:20]]
            for answer in answers:
                if answer.startswith(b'{"error"'):
                    kinds.append(json.loads(answer)["error"]["data"]["kind"])
                answered += 1
            if answers or not piece:
                del waiting[connection]
    print(json.dumps({"answered": answered, "failed": kinds}), flush=True)


if __name__ == "__main__":
    main()
