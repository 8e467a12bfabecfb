import Settings
import Testing

@testable import geofencectl

@Suite("the source that a recording stands for")
struct ReplaySourceTests {
    private func usualSource(_ sources: String...) throws -> String {
        let monitors = sources.map {
            "[[monitor]]\nname = \"of \($0)\"\nsource = \"\($0)\"\nfences = \"f.geojson\"\n"
        }
        let text = """
            [source.p]
            type = "socket"
            [source.q]
            type = "socket"
            [source.d]
            from = "p"
            [source.e]
            from = "p"

            """
        let path = "/etc/g.toml"
        let configuration = try Configuration.parse(text + monitors.joined(), path: path).get()
        return try ReplayRun.usualSource(of: configuration, path)
    }

    @Test func derivedSourcesStandForTheirParent() throws {
        #expect(try usualSource("d", "e") == "p")
        #expect(try usualSource("p", "d") == "p")
        #expect(try usualSource("q") == "q")
    }

    @Test func severalAreNamedWithoutTheDerivedOnes() throws {
        let failure = #expect(throws: CommandFailure.self) { try usualSource("d", "q") }
        #expect(failure?.hint?.contains("--source p | q.") == true)
    }
}
