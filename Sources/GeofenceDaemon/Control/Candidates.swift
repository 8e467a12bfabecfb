/// Names of which one may be meant, out of all there are.
struct Candidates {
    /// Some of the names, or all of them.
    var names: [String]
    /// How many there are in all.
    var count: Int
}
