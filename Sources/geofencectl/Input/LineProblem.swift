/// What is wrong with a line of the input, whoever found it.
struct LineProblem {
    /// Counted from 1.
    let line: Int
    /// A sentence that names the line.
    let sentence: String
}
