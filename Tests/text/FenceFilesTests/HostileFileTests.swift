import FenceFiles
import Geodesy
import Geofencing
import Testing

/// Arbitrary bytes must give problems, never a crash.
@Suite struct HostileFileTests {
    @Test(arguments: try FenceFileCase.all())
    func changedBytesDoNotCrash(_ file: FenceFileCase) {
        var random = SplitMix(seed: 1)
        let telling = Array("{}[]\",:\\0123456789-+.eE nulltrufas\u{0}\u{FF}".utf8)
        for _ in 0..<300 where !file.bytes.isEmpty {
            var bytes = file.bytes
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = telling.randomElement(using: &random) ?? 0
                case 1: bytes.insert(telling.randomElement(using: &random) ?? 0, at: index)
                default: bytes.removeSubrange(index..<min(index + 7, bytes.count))
                }
                if bytes.isEmpty { break }
            }
            let result = FenceFile.read(bytes)
            #expect(result.fences != nil || !result.problems.isEmpty)
        }
    }

    @Test(arguments: try FenceFileCase.all())
    func truncationDoesNotCrash(_ file: FenceFileCase) {
        for end in stride(from: 0, to: file.bytes.count, by: 3) {
            let result = FenceFile.read(Array(file.bytes[..<end]))
            #expect(result.fences != nil || !result.problems.isEmpty)
        }
    }

    @Test func deepNestingIsRefused() {
        for opening in ["[", "{\"a\":", "{\"features\":["] {
            let text = String(repeating: opening, count: 1_000_000)
            #expect(FenceFile.read(Array(text.utf8)).fences == nil)
        }
    }

    /// Each event of a fence carries its properties, so their size is limited; other fences are not
    /// affected.
    @Test(arguments: [0, 1])
    func sizeOfPropertiesIsLimited(excess: Int) throws {
        let limit = FenceFile.propertiesMaximum_bytes
        let note = String(repeating: "x", count: limit - #"{"note":""}"#.utf8.count + excess)
        func feature(_ id: String, _ note: String) -> String {
            #"{"type":"Feature","id":"\#(id)","geometry":{"type":"Point","coordinates":[5,52]},"#
                + "\n  \"properties\" : { \"note\" : \"\(note)\" } }"
        }
        let text =
            #"{"type":"FeatureCollection","features":["#
            + "\n\(feature("a", "")),\n\(feature("b", note)),\n\(feature("c", ""))]}"
        let file = FenceFile.read(Array(text.utf8))
        #expect(file.fences?.map(\.id) == (excess == 0 ? ["a", "b", "c"] : ["a", "c"]))
        #expect(
            file.problems.map(\.description)
                == (excess == 0
                    ? []
                    : [
                        "feature 1 (b): line 5, column 18: its \"properties\" have \(limit + 1) bytes, "
                            + "more than the \(limit) that every event of a fence carries; store "
                            + "long texts elsewhere and their names here"
                    ]))
    }

    @Test(arguments: ["", "[]", "1", "{", #"{"a":1}x"#, #"{"a":1,}"#, #"{"a":"\ud800"}"#])
    func onlyAnObjectIsAcceptedAsProperties(text: String) {
        #expect(FenceFile.properties(text) == nil)
    }

    @Test func propertiesAreOneLine() {
        #expect(FenceFile.properties("{ \"a b\":\n[1.0] }") == #"{"a b":[1.0]}"#)
        let much = String(repeating: "[],", count: FenceFile.propertiesMaximum_bytes / 3)
        #expect(FenceFile.properties(#"{"a":["# + much + "[]]}") == nil)
    }

    @Test func problemsBeyondTheLimitAreCounted() {
        let features = Array(repeating: "1", count: 5000).joined(separator: ",")
        let file = FenceFile.read(
            Array(#"{"type":"FeatureCollection","features":[\#(features)]}"#.utf8))
        #expect(file.problems.count == 1001)
        #expect(file.problems.last?.reason == "4000 more problems are not listed")
    }

    /// 1501 of a doubtful feature, one without area and 1500 unusable ones, without the end of the
    /// text.
    private func many(_ doubtful: String) -> String {
        let flat = #"{"type":"Polygon","coordinates":[[[5,52],[6,52],[5,52],[5,52]]]}"#
        let features =
            Array(repeating: doubtful, count: 1501) + [#"{"type":"Feature","geometry":\#(flat)}"#]
            + Array(repeating: "1", count: 1500)
        return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",")
    }

    /// Warnings leave space for rejections, and both for the final fault.
    @Test func rejectionsAreListedBesideManyWarnings() {
        let open = #"{"type":"Polygon","coordinates":[[[5,52],[6,52],[6,53],[5,53]]]}"#
        let text = many(#"{"type":"Feature","geometry":\#(open)}"#)
        let (loaded, problems) = FenceFile.load(Array((text + "]}").utf8), from: "f")
        #expect(loaded.set?.count == 1501)
        #expect(problems.count { $0.severity == .rejected } == 1001)
        #expect(loaded.problems.last?.hasPrefix("f: 501 more problems are not listed") == true)
        let cut = FenceFile.read(Array(text.utf8))
        #expect(cut.problems.last?.severity == .rejected)
        #expect(cut.problems.last?.reason.contains("end of the text") == true)
    }

    @Test func linterProblemsBeyondTheLimitAreCounted() {
        let point = #"{"type":"Point","coordinates":[5,52]}"#
        let properties = #"{"name":"stop","geofence":{"buffer_m":9}}"#
        let text = many(
            #"{"type":"Feature","geometry":\#(point),"properties":\#(properties)}"#)
        let file = FenceFile.check(Array((text + "]}").utf8))
        #expect(
            file.problems.filter { $0.feature == nil }.map { "\($0.severity) \($0.reason)" } == [
                "noted 1500 of 1501 fences have neither an id nor a unique name; an id derived from "
                    + "the position, such as feature-1, changes if features are inserted before it",
                "warned 500 more problems are not listed",
                "rejected 501 more problems are not listed",
            ])
        #expect(file.problems.count == 2003)
        #expect(file.features == Array(0..<1501))
        #expect(file.doubtful == Set(1..<1501))
    }
}
