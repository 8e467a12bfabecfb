internal import ControlProtocol

extension FileText {
    /// Gives the lines of a file in their order, those that one piece of it ends at a time; the last
    /// line may lack its end. Throws `noInput` with what is wrong.
    static func lines(of path: String, _ take: ([LineSplitter.Item]) throws -> Void) throws {
        var splitter = LineSplitter()
        try pieces(of: path) { try take(splitter.push($0)) }
        if splitter.isWithinLine { try take(splitter.push([UInt8(ascii: "\n")])) }
    }
}
