/// Existing names, to suggest one for an unknown name.
struct Candidates {
    /// Some of the names, or all of them.
    var names: [String]
    /// The number of all names that exist.
    var count: Int
}
