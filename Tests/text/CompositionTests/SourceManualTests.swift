import Fixes
import TestSupport
import Testing

/// The manual of sources describes all checks, in order, with their keys.
@Suite struct SourceManualTests {
    @Test func everyCheckIsInTheManualWithItsKey() throws {
        let manual = try DataFolder.package.text("etc/man/geofenced.sources.7")
        let heads = manual.split(separator: "\n").filter {
            $0.hasPrefix(#"\fB"#) && $0.contains("(")
        }.map { $0.replacing(#"\-"#, with: "-") }
        let wanted = SourceCheck.allCases.map { check in
            #"\fB\#(check.rawValue)\fR ("# + (check.key.map { #"\fI\#($0)\fR"# } ?? "no key")
        }
        #expect(heads.count >= wanted.count)
        for (head, want) in zip(heads, wanted) { #expect(head.hasPrefix(want), "\(head)") }
    }

    @Test func everyKeyIsInTheConfiguration() throws {
        let text = try DataFolder.package.text("etc/geofenced.toml")
        for key in SourceCheck.allCases.compactMap(\.key) {
            #expect(text.contains("\n#\(key) = "), "\(key)")
        }
    }
}
