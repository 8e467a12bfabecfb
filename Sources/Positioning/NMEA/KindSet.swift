/// A set of kinds of sentences, a bit for each.
struct KindSet: OptionSet {
    let rawValue: UInt32

    /// Kinds that a set has room for.
    static let capacity = UInt32.bitWidth

    @inline(__always)
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The set of one kind.
    @inline(__always)
    init(_ kind: SentenceKind) {
        rawValue = 1 << UInt32(kind.rawValue)
    }

    @inline(__always)
    func contains(_ kind: SentenceKind) -> Bool { contains(KindSet(kind)) }
}
