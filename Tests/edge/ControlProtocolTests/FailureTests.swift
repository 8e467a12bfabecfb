import ControlProtocol
import Testing

@Suite("failures")
struct FailureTests {
    @Test func goldenFailuresRoundTrip() throws {
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
    func lineThatIsNotARequestIsExplained(line: String, kind: FailureKind) {
        #expect { try Request(line: Array(line.utf8)) } throws: { ($0 as? Failure)?.kind == kind }
    }

    @Test(arguments: [
        (#"{"jsonrpc":"1.0","id":5,"method":"Daemon.status"}"#, RequestID.number(5)),
        (#"{"id":"a","method":7}"#, .text("a")), (#"{"id":[],"method":7}"#, .null),
        (#"{"method":7}"#, .null), (#"{"id":5"#, .null), ("[]", .null),
    ])
    func invalidRequestKeepsItsID(line: String, id: RequestID) {
        #expect(Request.id(ofRefused: Array(line.utf8)) == id)
    }

    @Test func endlessNestingIsRefused() {
        let line = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        #expect { try Request(line: line) } throws: { ($0 as? Failure)?.kind == .badJSON }
    }

    @Test(arguments: [
        (#"{"id":1,"method":"Monitor.start"}"#, "\"monitor\" is missing"),
        (#"{"id":1,"method":"Monitor.start","params":{}}"#, "\"monitor\" is missing"),
        (#"{"id":1,"method":"Monitor.start","params":{"monitor":3}}"#, "\"monitor\" has the wrong"),
        (#"{"id":1,"method":"Monitor.start","params":[]}"#, "\"params\" has the wrong type"),
    ])
    func invalidParameterIsNamed(line: String, words: String) throws {
        let request = try Request(line: Array(line.utf8))
        #expect {
            try request.parameters(MonitorChoice.self)
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.kind == .invalidParams && failure.message.contains(words)
        }
    }

    @Test(arguments: [
        (
            #"{"id":1,"method":"Events.subscribe","params":{"since":"begin"}}"#, "since",
            "since_seq",
            "There are: since_seq, cursor, "
        ),
        (
            #"{"id":1,"method":"Events.subscribe","params":{"fence":["a"],"follow":true}}"#,
            "fence",
            "fences", "There are: "
        ),
        (
            #"{"id":1,"method":"Fence.list","params":{"after":{"fence":"a","montor":"m"}}}"#,
            "after.montor", "monitor", "There are: fence, monitor."
        ),
        (
            #"{"id":1,"method":"Daemon.status","params":{"verbose":true}}"#, "verbose", nil,
            "It has none."
        ),
    ])
    func unknownParameterIsRefused(
        line: String, name: String, suggestion: String?, hint: String
    ) throws {
        let request = try Request(line: Array(line.utf8))
        let failure = try #require(refusal(of: request))
        #expect(failure.kind == .invalidParams)
        #expect(failure.message == "\(request.name) has no parameter \"\(name)\".")
        #expect(failure.data?.suggestion == suggestion)
        #expect(failure.data?.hint?.hasPrefix(hint) == true)
    }

    /// A method reads exactly the parameters that `rpc.discover` lists.
    @Test func everyMethodAcceptsTheParametersThatDiscoveryLists() throws {
        for line in try goldenLines("requests.jsonl") {
            var value = try Wire.value(JSONValue.self, from: line)
            guard case .object(var members) = value,
                case .object(var parameters) = members["params"] ?? .null
            else { continue }
            parameters["zzz"] = .bool(true)
            members["params"] = .object(parameters)
            value = .object(members)
            let request = try Request(line: Wire.line(value))
            let failure = try #require(refusal(of: request), "\(request.name)")
            #expect(failure.message == "\(request.name) has no parameter \"zzz\".")
            let entry = Discovery.current.methods.first { $0.name == request.name }
            let listed = try #require(entry).params.map { $0.filter { $0 != "[" && $0 != "]" } }
            let hint = try #require(failure.data?.hint)
            let read =
                hint == "It has none."
                ? []
                : hint.dropFirst("There are: ".count).dropLast().split(separator: ", ").map(
                    String.init)
            #expect(Set(read) == Set(listed), "\(request.name)")
        }
    }

    @Test func emptyListMeansNoParameters() throws {
        let empty = try Request(line: Array(#"{"id":1,"method":"Daemon.status","params":[]}"#.utf8))
        #expect(refusal(of: empty) == nil)
        let full = try Request(line: Array(#"{"id":1,"method":"Daemon.status","params":[1]}"#.utf8))
        #expect(refusal(of: full)?.kind == .invalidParams)
    }

    @Test func missingParameterIsReportedWithAMisspeltOne() throws {
        let line = #"{"id":1,"method":"Monitor.start","params":{"monitr":"yard"}}"#
        let failure = refusal(of: try Request(line: Array(line.utf8)))
        #expect(
            failure?.message.contains("\"monitor\" is missing, unless \"monitr\" is meant") == true)
    }

    private func refusal(of request: Request) -> Failure? {
        do throws(Failure) {
            _ = try request.parameters(parametersType(of: request.method))
            return nil
        } catch {
            return error
        }
    }

    @Test func methodOfALaterVersionIsNil() throws {
        let request = try Request(line: Array(#"{"id":"a","method":"Moon.phase"}"#.utf8))
        #expect(request.method == nil)
        #expect(request.name == "Moon.phase")
        #expect(request.id == .text("a"))
    }
}
