import FenceFiles
import Geofencing
import Testing

/// The pieces in which a file arrives do not matter.
struct PieceTests {
    @Test(arguments: try FenceFileCase.all())
    func piecesMakeNoDifference(_ case: FenceFileCase) {
        let whole = FenceFile.load(`case`.bytes)
        for size in [1, 2, 3, 7, 64, 1000] {
            var rest = `case`.bytes[...]
            let file = FenceFile.load {
                let piece = Array(rest.prefix(size))
                rest = rest.dropFirst(size)
                return piece
            }
            #expect(file.problems == whole.problems, "in pieces of \(size)")
            #expect(file.set?.fences == whole.set?.fences, "in pieces of \(size)")
        }
    }

    /// More than the window drops at once, with a fault near the end whose line number counts all
    /// lines.
    @Test func linesAreCountedFromTheStartOfTheFile() {
        let feature = """
            {"type":"Feature","properties":{},
            "geometry":{"type":"Point","coordinates":[1,2]}},

            """
        let count = 40_000
        var text = "{\"type\":\"FeatureCollection\",\"features\":[\n"
        for _ in 0..<count { text += feature }
        text += "  nothing]}"
        var rest = Array(text.utf8)[...]
        let file = FenceFile.load {
            let piece = Array(rest.prefix(100_000))
            rest = rest.dropFirst(100_000)
            return piece
        }
        #expect(file.set == nil)
        #expect(
            file.problems.map(\.description) == [
                "the file is not valid JSON: line \(2 + 2 * count), column 3: expected a value, "
                    + "found 'n'"
            ])
    }
}
