"""geofencectl as a program, against a daemon that answers with the golden lines.

Run with: Tests/EndToEnd/run.py test_client
"""

import json
import os
import subprocess
import tempfile
import unittest

from fake_daemon import FakeDaemon

PROGRAM = os.path.join(os.environ["GEOFENCED_BIN"], "geofencectl")

EVERY_VERB = [
    "status", "monitor list", "monitor inspect yard", "monitor start yard", "monitor stop yard",
    "monitor pause yard", "monitor resume yard", "fence list", "fence inspect quarry",
    "fence remove quarry --set sites", "source list", "source status gps", "source status",
    "source start gps", "source stop gps", "source raw gps --timeout 0.2", "fix", "fix -f --timeout 0.2",
    "events", "events -n 3", "events -f --timeout 0.2", "visits", "explain quarry",
    "kind enable level", "kind disable global", "reload --wait", "config show",
    "wait --fix --timeout 1", "wait --inside quarry --timeout 1", "wait --event entered --timeout 1",
]


class ClientTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.socket = os.path.join(folder.name, "control.sock")

    def run_client(self, words, stdin=None, status=0):
        done = subprocess.run(
            [PROGRAM, *words.split()], input=stdin, capture_output=True, text=True, timeout=20,
            env={**os.environ, "GEOFENCED_SOCKET": self.socket})
        self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def failure(self, words, status):
        done = self.run_client(words + " -o json", status=status)
        self.assertTrue(done.stderr.startswith("geofencectl: "), done.stderr)
        error = json.loads(done.stdout)["error"]
        self.assertEqual(error["exit"], status)
        self.assertIn(error["message"], done.stderr)
        return error

    def test_every_verb_prints_a_table_and_json(self):
        with FakeDaemon(self.socket):
            for words in EVERY_VERB:
                table = self.run_client(words)
                self.assertFalse(table.stdout.startswith("{"), words)
                self.assertNotIn("\x1b", table.stdout, "colour without a terminal")
                for output in ["json", "jsonl"]:
                    done = self.run_client(f"{words} -o {output}")
                    for text in done.stdout.splitlines():
                        json.loads(text)

    def test_every_verb_says_as_json_that_the_daemon_is_dead(self):
        for words in EVERY_VERB:
            self.assertEqual(self.failure(words, 69)["kind"], "Unreachable")

    def test_results_are_printed_as_they_came(self):
        with FakeDaemon(self.socket) as daemon:
            done = self.run_client("status -o json")
            self.assertEqual(json.loads(done.stdout), daemon.results["Daemon.status"])

    def test_events_pass_through_with_words_and_keys_of_later_versions(self):
        with FakeDaemon(self.socket) as daemon:
            records = [note["params"] for note in daemon.news if note["method"] == "event"]
            records[0]["key_of_a_later_version"] = {"a": [1]}
            done = self.run_client("events -o json")
            self.assertEqual([json.loads(text) for text in done.stdout.splitlines()], records)
            self.assertIn("47 to 60", done.stderr)

    def test_filters_and_beginnings_reach_the_daemon(self):
        with FakeDaemon(self.socket) as daemon:
            for words, expected in [
                ("events", {"since_seq": 0, "follow": False}),
                ("events -n 7", {"last": 7, "follow": False}),
                ("events --since 5f3a:41", {"cursor": "5f3a:41", "follow": False}),
                ("events --since begin -f --timeout 0.2", {"since_seq": 0, "follow": True}),
                ("events -f --timeout 0.2", {"last": 0, "follow": True}),
                ("events -n 1 --type entered --type exited --monitor yard --fence quarry",
                 {"last": 1, "types": ["entered", "exited"], "monitors": ["yard"],
                  "fences": ["quarry"], "follow": False}),
                ("events --since 2026-11-21T07:40:00Z",
                 {"since_time": "2026-11-21T07:40:00.000Z", "follow": False}),
            ]:
                self.run_client(words)
                self.assertEqual(daemon.requests[-1]["params"], expected, words)

    def test_refusals_become_exit_codes(self):
        with FakeDaemon(self.socket) as daemon:
            for kind, status in [
                ("NotFound", 66), ("InvalidParams", 64), ("FenceInvalid", 65), ("Timeout", 75),
                ("PermissionDenied", 77), ("ConfigInvalid", 78), ("InvalidState", 1),
                ("cursor_expired", 65), ("word-of-a-later-version", 1),
            ]:
                daemon.failures["Config.reload"] = kind
                self.assertEqual(self.failure("reload", status)["kind"], kind)

    def test_a_wrong_name_is_answered_with_the_nearest(self):
        with FakeDaemon(self.socket) as daemon:
            for words, method, name in [
                ("monitor start yrad", "Monitor.start", "yard"),
                ("explain quary", "Fence.explain", "quarry"),
                ("source stop gsp", "Source.stop", "gps"),
            ]:
                daemon.failures[method] = "NotFound"
                # The golden failure brings a suggestion of its own, which a real one may lack.
                daemon.kinds["NotFound"]["data"].pop("suggestion", None)
                self.assertEqual(self.failure(words, 66)["suggestion"], name)

    def test_typing_mistakes_are_answered(self):
        for words, suggestion in [
            ("statsu", "geofencectl status"), ("monitor strat yard", "geofencectl monitor start"),
        ]:
            self.assertEqual(self.failure(words, 64)["suggestion"], suggestion)
        self.assertIn("'--since'", self.failure("events --sicne 1", 64)["message"])

    def test_whatever_listens_there_the_client_ends_with_a_reason(self):
        for manner, words, status in [
            ("refuses", "status", 77), ("stranger", "status", 69), ("newer", "status", 69),
            ("silent", "status --timeout 0.3", 75), ("mute", "status --timeout 0.3", 75),
            ("hangs up", "events -f", 69), ("slow to write", "status", 0),
        ]:
            with self.subTest(manner), FakeDaemon(self.socket, manner):
                self.run_client(words, status=status)
            os.unlink(self.socket)

    def test_a_fence_goes_to_the_daemon_as_it_is(self):
        feature = {"type": "Feature", "id": "a", "geometry": None, "properties": {"n": 1.5}}
        with FakeDaemon(self.socket) as daemon:
            self.run_client("fence add - --set sites", stdin=json.dumps(feature))
            self.assertEqual(
                daemon.requests[-1]["params"], {"set": "sites", "feature": feature})

    def test_options_may_stand_before_the_verb(self):
        with FakeDaemon(self.socket):
            json.loads(self.run_client(f"-o json --socket {self.socket} status").stdout)

    def test_waiting_ends_at_the_timeout(self):
        with FakeDaemon(self.socket) as daemon:
            daemon.news = daemon.news[:1]
            self.assertEqual(self.failure("wait --event entered --timeout 0.3", 75)["kind"], "Timeout")

    def test_doctor_finds_what_is_wrong(self):
        report = json.loads(self.run_client("doctor -o json", status=1).stdout)
        self.assertFalse(report["ok"])
        with FakeDaemon(self.socket):
            report = json.loads(self.run_client("doctor -o json", status=1).stdout)
            self.assertIn("source spare", {
                check["name"] for check in report["checks"] if check["outcome"] == "wrong"})

    def test_the_version_needs_no_daemon(self):
        self.assertIsNone(json.loads(self.run_client("version -o json").stdout)["daemon"])
        with FakeDaemon(self.socket):
            self.assertEqual(json.loads(self.run_client("version -o json").stdout)["daemon"], "1.0.0")
