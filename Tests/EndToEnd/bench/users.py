"""Clients that are another user of this machine."""
import grp
import json
import subprocess
import sys

# Sends the lines of its standard input one by one, and prints the answer to each.
ASKING = (
    "import socket,sys\ns=socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
    "lines=s.makefile('rw')\nlines.readline()\n"
    "for line in sys.stdin:\n"
    " lines.write(line)\n lines.flush()\n print(lines.readline(), end='')\n")


def ask_as_member(place, group, *calls):
    """Calls methods with parameters as a user with the rights of one group; gives the program that has ended,
    with an answer a line."""
    lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"
             for method, params in calls]
    return subprocess.run(
        ["setpriv", "--reuid=65534", f"--regid={grp.getgrnam(group).gr_gid}", "--clear-groups",
         sys.executable, "-S", "-c", ASKING, place.folder / "control.sock"],
        input="".join(lines), capture_output=True, text=True, timeout=15)
