/// A problem of an input line, found by this program or by the daemon.
struct LineProblem {
    /// The number of the line, from 1.
    let line: Int
    /// A sentence that names the line.
    let sentence: String
}
