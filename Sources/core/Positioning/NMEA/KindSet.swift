/// A set of kinds of sentences, with a bit for each kind.
struct KindSet: OptionSet {
    let rawValue: UInt32

    /// The maximum number of kinds.
    static let capacity = UInt32.bitWidth

    @inline(__always)
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Creates the set of one kind.
    @inline(__always)
    init(_ kind: SentenceKind) {
        rawValue = 1 << UInt32(kind.rawValue)
    }

    @inline(__always)
    func contains(_ kind: SentenceKind) -> Bool { contains(KindSet(kind)) }
}
