"""Subscribers that read nothing, or a byte a second; a program of its own, so that it can be
another user.

    crowd.py SOCKET COUNT never|slow

Prints how many of them were admitted, and ends with its standard input.
"""
import json
import select
import socket
import sys
import time

SUBSCRIBE = b'{"jsonrpc":"2.0","id":1,"method":"Events.subscribe","params":{"since_seq":0}}\n'


def main():
    path, count, way = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    admitted = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(20)
        connection.connect(path)
        line = b""
        while not line.endswith(b"\n"):
            line += connection.recv(1)
        if json.loads(line).get("method") == "hello":
            connection.sendall(SUBSCRIBE)
            admitted.append(connection)
    print(len(admitted), flush=True)
    deadline = time.monotonic()
    while not select.select([sys.stdin], [], [], max(0, deadline - time.monotonic()))[0]:
        deadline += 1
        if way == "slow":
            for connection in admitted:
                connection.recv(1)


if __name__ == "__main__":
    main()
