import ConfigurationText
import ConsumerFrame
import TestSupport
import Testing

@testable import WebhookConsumer

@Suite struct WebhookSettingsTests {
    private func settings(_ text: String) throws -> WebhookSettings {
        try TableReader.read(text: text, file: "w.toml") { WebhookSettings(&$0) }
    }

    private func problems(_ text: String) -> [String] {
        do throws(UnusableSettings) {
            _ = try TableReader.read(text: text, file: "w.toml") { WebhookSettings(&$0) }
            return []
        } catch {
            return error.problems
        }
    }

    @Test(arguments: [
        ("https://fleet.example/a?b=c", "fleet.example", false),
        ("http://localhost:80", "localhost", true),
        ("http://127.1.2.3/x", "127.1.2.3", true), ("http://[::1]:8080/", "::1", true),
        ("http://127.0.0.1.example", "127.0.0.1.example", false), ("http://127.1", "127.1", false),
        ("http://127.0.0.999", "127.0.0.999", false),
        ("http://localhost.example", "localhost.example", false),
    ])
    func hosts(url: String, host: String, isLoopback: Bool) throws {
        let place = try #require(EndpointURL(url))
        #expect(place.host == host && place.isLoopback == isLoopback)
        #expect(place.isEncrypted == url.hasPrefix("https"))
    }

    @Test(arguments: [
        "fleet.example", "ftp://x", "https://", "https://:80", "https://x:0", "https://x:1x",
        "https://u:p@x", "http://localhost#@x/", "http://localhost\\@x", "https://x y",
        "https://x/\n",
        "https://[]", "https://[a]b",
    ])
    func urlsThatAreNone(url: String) {
        #expect(EndpointURL(url) == nil)
    }

    @Test func theShippedFileNamesEveryKey() throws {
        let text = try DataFolder.package.text("etc/webhook.toml")
        #expect(try settings(text).endpoints.isEmpty)
        #expect(text.contains("\n#url_credential = "), "it replaces url")
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#url_credential") }
        let example = lines.map { line in
            let bare = line.hasPrefix("#") ? line.dropFirst() : line
            let isSetting = bare.contains(" = ") || bare.hasPrefix("[[")
            return isSetting && !bare.hasPrefix(" ") ? bare : line
        }.joined(separator: "\n")
        let whole = try settings(example)
        let endpoint = try #require(whole.endpoints.first)
        #expect(whole.device == "truck-07" && endpoint.consumer == "webhook-fleet")
        #expect(
            endpoint.secrets.count == 2 && endpoint.key != nil && endpoint.types?.isEmpty == false)
        #expect(endpoint.proxy != nil && endpoint.caFile != nil && endpoint.trackerID != nil)
        #expect(endpoint.traffic.bytesPerDay == 1_000_000 && endpoint.traffic.batch == 1)
        #expect(endpoint.maximumAge_s == 300)
        #expect(endpoint.monitors != nil && endpoint.fences != nil && endpoint.authorization != nil)
    }

    @Test(arguments: [
        ("x = 1", "w.toml:1:1: x: is not a known key"),
        ("[[endpoint]]\nurl = \"https://x\"", "name: is missing"),
        ("[[endpoint]]\nname = \"a\"", "endpoint.a.url: is missing"),
        ("[[endpoint]]\nname = \"a\"\nurl = \"ftp://x\"", "endpoint.a.url: must be https://"),
        ("[[endpoint]]\nname = \"a\"\nurl = \"http://x\"", "insecure = true"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"http://[::1]\"\nproxy = \"http://x\"",
            "insecure = true"
        ),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nformat = \"xml\"", "cloudevents"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nsecrets = [\"whsec_AA==\"]",
            "credential"
        ),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nsecrets = [\"a\",\"b\",\"c\"]", "two"),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nkey = \"k\"", "certificate_file"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\ntimeout_s = 0",
            "timeout_s: must be from 1"
        ),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\ntid = \"abc\"", "one or two"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nmax_batch = 101",
            "w.toml:4:1: endpoint.a.max_batch: must be from 1 to 100"
        ),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nformat = \"traccar\"\nmax_batch = 2",
            "w.toml:5:1: endpoint.a.max_batch: must be 1 with format \"traccar\""
        ),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nformat = \"owntracks\"\nmax_batch = 2",
            "must be 1 with format \"owntracks\""
        ),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nmax_bytes_per_day = 5",
            "endpoint.a.max_bytes_per_day: must be from 10000"
        ),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nproxy = \"http://u:p@x\"", "proxy"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nproxy = \"file:///x\"",
            "w.toml:4:1: endpoint.a.proxy: must be HOST:PORT"
        ),
        ("[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nproxy = \"\"", "proxy"),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nurl_credential = \"u\"",
            "w.toml:4:1: endpoint.a.url_credential: replaces url"
        ),
        (
            "[[endpoint]]\nname = \"a\"\nurl_credential = \"https://x/secret\"",
            "must be the name of a credential"
        ),
        (
            "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\n[[endpoint]]\nname = \"a\"\nurl = \"https://y\"",
            "second time"
        ),
    ])
    func mistakesHaveTheirPlace(text: String, words: String) {
        let found = problems(text)
        #expect(found.count == 1 && found[0].contains(words), "\(found)")
    }

    @Test(arguments: ["p:3128", "http://p:3128", "https://p", "socks5h://[::1]:1080"])
    func proxies(proxy: String) throws {
        let text = "[[endpoint]]\nname = \"a\"\nurl = \"https://x\"\nproxy = \"\(proxy)\""
        #expect(try settings(text).endpoints[0].proxy == proxy)
    }

    @Test func plainTextNeedsConsent() throws {
        let text = "[[endpoint]]\nname = \"a\"\nurl = \"http://x\"\ninsecure = true"
        #expect(try settings(text).endpoints[0].url == "http://x")
        #expect(
            try settings("[[endpoint]]\nname = \"a\"\nurl = \"http://localhost\"").endpoints.count
                == 1)
    }
}
