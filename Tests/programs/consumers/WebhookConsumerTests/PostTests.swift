import ConsumerFrame
import Consuming
import ControlClient
import ControlProtocol
import TestSupport
import Testing

@testable import WebhookConsumer

/// The golden notifications of the protocol as posts. `UPDATE_GOLDEN=1` writes the files again.
@Suite("posts are the golden lines")
struct PostTests {
    private func maker(_ format: WebhookSettings.Format) -> PostMaker {
        var endpoint = WebhookSettings.Endpoint()
        (endpoint.format, endpoint.user) = (format, "fleet")
        return PostMaker(
            endpoint: endpoint, device: "truck-07", machine: "host", start_s: 1_795_240_000)
    }

    private func text(_ post: Post) -> String {
        post.id + "\n" + post.headers.map { "    \($0.name): \($0.value)\n" }.joined()
            + "    " + String(decoding: post.body, as: UTF8.self) + "\n"
    }

    @Test(arguments: WebhookSettings.Format.allCases)
    func everyFormat(format: WebhookSettings.Format) throws {
        let maker = maker(format)
        let taken = try DataFolder.of("ControlProtocol").lines("notifications.jsonl").filter {
            try Incoming(line: $0) == .notification(.event)
        }.compactMap(TakenEvent.init(line:))
        let gap = GapRecord(Gap(from_seq: 7, to_seq: 41, reason: "expired"))
        let posts =
            taken.compactMap(maker.post)
            + [maker.post(of: gap, epoch: "5f3a")]
            .compactMap(\.self)
        let found = posts.map(text).joined()
        let file = format.rawValue + ".txt"
        #expect(try found == DataFolder.of("Webhook").golden(file, updatedTo: found))
        for post in posts where format != .text {
            #expect(throws: Never.self) { try Wire.value(JSONValue.self, from: post.body) }
        }
    }

    @Test(arguments: [
        (WebhookSettings.Format.event, "application/json"),
        (.cloudevents, "application/cloudevents-batch+json"),
    ])
    func severalEventsAreOneArray(format: WebhookSettings.Format, contentType: String) throws {
        let taken = [42, 43, 57].compactMap { number in
            TakenEvent(
                line: Array(
                    #"{"method":"event","params":{"event_id":"5f3a:\#(number)","seq":\#(number),"type":"a"}}"#
                        .utf8))
        }
        let maker = maker(format)
        let bodies = taken.compactMap(maker.post).map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies.count == 3)
        let batch = try #require(maker.post(of: taken))
        #expect(batch.id == "5f3a:42-57")
        #expect(batch.headers == [.init(name: "Content-Type", value: contentType)])
        #expect(
            String(decoding: batch.body, as: UTF8.self) == "[\(bodies.joined(separator: ","))]")
        #expect(maker.post(of: Array(taken.prefix(1))) == maker.post(of: taken[0]))
    }

    @Test(arguments: [("Quarry 2", "Quarry 2"), ("Größe", "=?UTF-8?B?R3LDtsOfZQ==?="), (nil, "m")])
    func theTitleOfATextIsASCII(name: String?, title: String) throws {
        var event = EventRecord(seq: 1, event_id: "5f:1", type: "entered")
        (event.monitor, event.fence_name, event.message) = ("m", name, "Entered.")
        let taken = try #require(TakenEvent(line: Wire.line(Notification(.event, event))))
        let post = try #require(maker(.text).post(of: taken))
        #expect(post.headers.last == .init(name: "Title", value: title))
        #expect(String(decoding: post.body, as: UTF8.self) == "Entered.")
    }

    @Test(arguments: [(false, false, 60.0), (true, false, 7_200), (false, true, 7_200)])
    func theAgeOfAPastEventIsThatOfItsCrossing(late: Bool, history: Bool, age_s: Double) throws {
        var event = EventRecord(seq: 1, event_id: "5f:1", type: "entered")
        (event.late, event.history) = (late, history)
        (event.crossed_at, event.emitted_at) = ("2026-11-21T07:40:00Z", "2026-11-21T09:39:00Z")
        let now_s = try #require(EventTime.seconds("2026-11-21T09:40:00Z"))
        #expect(event.age_s(now_s: Double(now_s)) == age_s)
    }

    @Test func theDeviceIsConfiguredOrThatOfTheEvent() throws {
        let line =
            Array(
                #"{"method":"event","params":{"device":"x y","event_id":"5f3a:1","fence":"a \"ü","#
                    .utf8)
            + Array(#""monitor":"m:1","seq":1,"type":"gap"}}"#.utf8)
        let taken = try #require(TakenEvent(line: line))
        var maker = maker(.event)
        func header(_ name: String) throws -> String? {
            try #require(maker.post(of: taken)).headers.first { $0.name == name }?.value
        }
        #expect(try header("ce-source") == "urn:geofenced:truck-07:m%253A1")
        #expect(try header("ce-subject") == "a%20%22%C3%BC")
        maker = PostMaker(endpoint: .init(), device: nil, machine: "host", start_s: 0)
        #expect(try header("ce-source") == "urn:geofenced:x%2520y:m%253A1")
    }
}

@Suite struct SignatureTests {
    private let body = Array(#"{"event_id":"5f3a:42","type":"entered"}"#.utf8)
    private let secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    /// Made with the reference implementation in Python.
    @Test func signatureOfTheReference() throws {
        let key = try #require(Signature.key(secret))
        let header = Signature.header(
            id: "5f3a:42", timestamp: 1_795_246_801, body: body, keys: [key])
        #expect(header == "v1,yFHdBZPlSwyD8KHUibAHCJC7LnXjPjJcDde0zjibwFE=")
        let both = Signature.header(
            id: "5f3a:42", timestamp: 1_795_246_801, body: body, keys: [[1], key])
        #expect(both.hasSuffix(" " + header) && both.hasPrefix("v1,"))
    }

    @Test(arguments: ["whsec_", "", "whsec_?", "a b"])
    func secretsThatAreNone(secret: String) {
        #expect(Signature.key(secret) == nil)
    }

    @Test func credentialsThatAreMissingAreNamed() throws {
        var endpoint = WebhookSettings.Endpoint()
        (endpoint.name, endpoint.secrets, endpoint.authorization) = ("fleet", ["new", "old"], "t")
        let all = ["new": secret, "old": "AQ==", "t": "Bearer x", "bad": "Bearer\u{7}"]
        let found = try EndpointSecrets(endpoint, credential: { all[$0] }, directory: nil)
        #expect(found.keys.count == 2 && found.keys[1] == [1] && found.authorization == "Bearer x")
        for (name, words) in [("absent", "LoadCredential=absent:"), ("t", "whsec_ and base64")] {
            endpoint.secrets = [name]
            let error = #expect(throws: UnusableSettings.self) {
                try EndpointSecrets(endpoint, credential: { all[$0] }, directory: nil)
            }
            #expect(error?.problems.first?.contains(words) == true)
        }
        (endpoint.secrets, endpoint.authorization) = ([], "bad")
        #expect(throws: UnusableSettings.self) {
            try EndpointSecrets(endpoint, credential: { all[$0] }, directory: nil)
        }
    }

    @Test func aSecretURLIsCheckedAndNeverRepeated() throws {
        var endpoint = WebhookSettings.Endpoint()
        (endpoint.name, endpoint.urlCredential) = ("fleet", "u")
        let good = try EndpointSecrets(
            endpoint, credential: { _ in "https://x/s3cret" }, directory: nil)
        #expect(good.url == "https://x/s3cret")
        for url in ["http://x/s3cret", "ftp://x/s3cret", "https://u:s3cret@x"] {
            let error = #expect(throws: UnusableSettings.self) {
                try EndpointSecrets(endpoint, credential: { _ in url }, directory: nil)
            }
            let text = try #require(error?.problems.first)
            #expect(text.contains("credential u ") && !text.contains("s3cret"))
        }
    }

    @Test func aTryCarriesTimeIdAndAuthorization() {
        var secrets = EndpointSecrets()
        secrets.authorization = "Bearer x"
        let post = Post(id: "5f3a:1", headers: [], body: [])
        let names = post.headers(at: 7, secrets).map { "\($0.name): \($0.value)" }
        #expect(
            names == [
                "webhook-id: 5f3a:1", "Idempotency-Key: 5f3a:1", "webhook-timestamp: 7",
                "Authorization: Bearer x",
            ])
    }
}

@Suite struct DeliveryRuleTests {
    @Test(arguments: [
        (200, Verdict.delivered), (204, .delivered), (302, .retried), (400, .refused),
        (401, .refused), (403, .refused), (404, .refused), (405, .retried), (408, .retried),
        (410, .gone), (413, .refused), (422, .refused), (429, .retried), (500, .retried),
        (503, .retried),
    ])
    func statuses(status: Int, verdict: Verdict) {
        #expect(Verdict(.answered(status: status, retryAfter_s: nil)) == verdict)
    }

    @Test func noAnswerIsRetried() { #expect(Verdict(.failed("x")) == .retried) }

    @Test func answersFollowTheTableAndConnectionsDouble() {
        var table = RetryTable(longest_s: 10_000)
        let answer = TryOutcome.answered(status: 500, retryAfter_s: nil)
        let waits = (0..<6).map { _ in table.next(after: answer, 1) }
        #expect(waits == [5, 300, 1_800, 7_200, 10_000, 10_000])
        #expect(table.next(after: answer, 0) == 5_000, "half at least")
        let connections = (0..<10).map { _ in table.next(after: .failed("x"), 1) }
        #expect(connections == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
        table.reset()
        #expect(table.next(after: answer, 1) == 5 && table.next(after: .failed("x"), 1) == 1)
    }

    /// The tries of an event that a receiver answers with 500 for an hour, seconds after the first of them.
    @Test(arguments: [
        (1.0, [0, 5, 305, 2_105, 9_305]), (0.0, [0, 2.5, 152.5, 1_052.5, 4_652.5]),
    ])
    func anHourOfErrorsTakesFourTries(share: Double, wanted_s: [Double]) {
        var table = RetryTable(longest_s: 36_000)
        let hour_s = 3_600.0
        var tries_s = [0.0]
        while let last_s = tries_s.last, last_s < hour_s {
            let wait_s = table.next(after: .answered(status: 500, retryAfter_s: nil), share)
            tries_s.append(last_s + wait_s)
        }
        #expect(tries_s == wanted_s)
        // The receiver takes it: the next event begins the table again.
        table.reset()
        #expect(table.next(after: .answered(status: 500, retryAfter_s: nil), 1) == 5)
    }

    @Test(arguments: [(30.0, 30.0), (0.1, 1), (1e9, 86_400)])
    func theReceiverNamesTheTime(asked_s: Double, wait_s: Double) {
        var table = RetryTable(longest_s: 1)
        let outcome = TryOutcome.answered(status: 429, retryAfter_s: asked_s)
        #expect(table.next(after: outcome, 1) == wait_s)
    }
}
