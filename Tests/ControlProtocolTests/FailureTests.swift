import ControlProtocol
import Testing

@Suite("failures")
struct FailureTests {
    @Test func goldenFailuresReadAndWriteBack() throws {
        var seen = Set<FailureKind>()
        for line in try goldenLines("failures.jsonl") {
            let response = try Wire.value(Response<Nothing>.self, from: line)
            guard case .failure(let failure, _) = response else {
                Issue.record("no failure: \(text(line))")
                continue
            }
            if let kind = failure.kind {
                seen.insert(kind)
                #expect(kind.code == failure.code)
            }
            #expect(text(Wire.line(response)) == text(line))
        }
        #expect(seen == Set(FailureKind.allCases))
    }

    @Test(arguments: [
        ("", FailureKind.badJSON), ("nonsense", .badJSON), ("{\"id\":1", .badJSON),
        ("[]", .invalidRequest), ("{}", .invalidRequest), ("{\"method\":7}", .invalidRequest),
        ("{\"jsonrpc\":\"1.0\",\"method\":\"Daemon.status\"}", .invalidRequest),
    ])
    func aLineThatIsNoRequestSaysWhy(line: String, kind: FailureKind) {
        #expect { try Request(line: Array(line.utf8)) } throws: { ($0 as? Failure)?.kind == kind }
    }

    @Test func aLineNestedWithoutEndIsNoJSON() {
        let line = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect { try Request(line: line) } throws: { ($0 as? Failure)?.kind == .badJSON }
    }

    @Test(arguments: [
        (#"{"id":1,"method":"Monitor.start"}"#, "\"monitor\" is missing"),
        (#"{"id":1,"method":"Monitor.start","params":{}}"#, "\"monitor\" is missing"),
        (#"{"id":1,"method":"Monitor.start","params":{"monitor":3}}"#, "\"monitor\" has the wrong"),
        (#"{"id":1,"method":"Monitor.start","params":[]}"#, "\"params\" has the wrong type"),
    ])
    func wrongParametersAreNamed(line: String, words: String) throws {
        let request = try Request(line: Array(line.utf8))
        #expect {
            try request.parameters(MonitorChoice.self)
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.kind == .invalidParams && failure.message.contains(words)
        }
    }

    @Test func aMethodOfALaterVersionIsNil() throws {
        let request = try Request(line: Array(#"{"id":"a","method":"Moon.phase"}"#.utf8))
        #expect(request.method == nil)
        #expect(request.name == "Moon.phase")
        #expect(request.id == .text("a"))
    }
}
