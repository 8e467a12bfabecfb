import ControlProtocol
import TestSupport
import Testing

@testable import geofencectl

@Suite("bug reports hold no secrets")
struct BugReportTests {
    @Test(arguments: [
        (#"password = "a b" # p"#, #"password = "REDACTED" # p"#),
        (#"api_token = 'x"y'"#, "api_token = 'REDACTED'"),
        (#"secret = 5, name = "b""#, #"secret = REDACTED, name = "b""#),
        (#"command = ["p", "-p", "x", "-v"]"#, #"command = ["p", "REDACTED"]"#),
        (#"command = ['p', 'a]"b', "x\"]"] # 1"#, #"command = ['p', "REDACTED"] # 1"#),
        (
            "command = [ # 1\n  \"p\", # x y\n  '--key',\n'x',\n]\nn = 1",
            "command = [ # 1\n  \"p\", \"REDACTED\"]\nn = 1"
        ),
        ("command = [\"p\", \"\"\"x\n]\"\"\"]", "command = [\"p\", \"REDACTED\"]"),
        (#"command = ["p", "x"#, #"command = ["p", "REDACTED""#),
        (#"command = "p -p x""#, #"command = "p REDACTED""#),
        (#"command = ["p"]"#, #"command = ["p"]"#),
        ("run p --api-key k --fast", "run p --api-key REDACTED --fast"),
        ("run p -p x --key y", "run p -p REDACTED --key REDACTED"),
        ("GET http://h/x?sig=ab%2F1&n=2 HTTP", "GET http://h/x?REDACTED HTTP"),
        (#"{"Password": "x\"y", "n": 1}"#, #"{"Password": "REDACTED", "n": 1}"#),
        ("tokens = [\"a\", 'b']\nn = 1", "tokens = REDACTED\nn = 1"),
        ("secret = { a = \"x\" }", "secret = REDACTED"),
        ("key = { token = \"x\", n = [1] }", "key = { token = \"REDACTED\", n = [1] }"),
        ("c = [\n  '--token',\n  'x',\n]", "c = [\n  '--token',\n  'REDACTED',\n]"),
        ("password = \"\"\"\na\nb\"\"\"\nn = 1", "password = \"REDACTED\"\nn = 1"),
        ("c = \"curl --token=x -v\"", "c = \"curl --token=REDACTED -v\""),
        ("ran: --token=x", "ran: --token=REDACTED"),
        ("H: Bearer abcdef123", "H: REDACTED"),
        ("get http://me:pw@host/x", "get http://REDACTED@host/x"),
        (#"device = "/dev/ttyACM0""#, #"device = "/dev/ttyACM0""#),
        ("a@b.example, 12:30:00", "a@b.example, 12:30:00"), ("", ""), ("a\n\nb", "a\n\nb"),
    ])
    func secretsInTextsAreReplaced(text: String, redacted: String) {
        #expect(Redaction().text(text) == redacted)
    }

    @Test(arguments: [
        (
            #"command = ["p", "-x", "--token", "x"]"#,
            #"command = ["p", "-x", "--token", "REDACTED"]"#
        ),
        (#"command = ["p", "--token=x", "-v"]"#, #"command = ["p", "--token=REDACTED", "-v"]"#),
    ])
    func namedSecretsAreRemovedFromKeptArguments(text: String, redacted: String) {
        #expect(Redaction(keepsArguments: true).text(text) == redacted)
    }

    @Test func argumentsAreCutWhereverTheyAreQuoted() {
        let arguments = Redaction.arguments(of: [["/usr/bin/p", "-k", "hush4711", "abc"]])
        let redaction = Redaction(arguments: arguments)
        #expect(
            redaction.text("gps: /usr/bin/p -k hush4711 abc ended; it said: bad key hush4711")
                == "gps: /usr/bin/p REDACTED ended; it said: bad key REDACTED")
    }

    @Test(arguments: [
        (
            #"{"auth":{"client_secret":{"a":1}},"n":2}"#,
            #"{"auth":{"client_secret":"REDACTED"},"n":2}"#
        ),
        (#"["p","--password","x","y"]"#, #"["p","--password","REDACTED","y"]"#),
        (#"{"message":"token=x is bad"}"#, #"{"message":"token=REDACTED is bad"}"#),
        (#"{"device":"/p -k x","type":"exec"}"#, #"{"device":"/p REDACTED","type":"exec"}"#),
        (#"{"device":"a b","type":"serial"}"#, #"{"device":"a b","type":"serial"}"#),
    ])
    func secretsInValuesAreReplaced(json: String, redacted: String) throws {
        let value = try Wire.value(JSONValue.self, from: Array(json.utf8))
        #expect(String(decoding: Wire.line(Redaction().value(value)), as: UTF8.self) == redacted)
    }

    @Test func everyPartOfAReportIsWithoutSecrets() {
        let report = BugReport(
            sections: [
                .configuration("Configuration", "stale_s = 1 # token=x\nlat = 1\n"),
                .lines("Events", [.object(["lat": .integer(1), "token": .string("x")])]),
                .text("Journal", ""), .system("Versions", "kernel 6.1.52 token=x"),
            ])
        #expect(
            report.text.hasSuffix(
                """

                ## Configuration

                ~~~~
                stale_s = 1 # token=REDACTED
                lat = 1
                ~~~~

                ## Events

                ~~~~
                {"lat":1,"token":"REDACTED"}
                ~~~~

                ## Journal

                ~~~~
                (none)
                ~~~~

                ## Versions

                ~~~~
                kernel 6.1.52 token=REDACTED
                ~~~~

                """), "\(report.text)")
    }
}
