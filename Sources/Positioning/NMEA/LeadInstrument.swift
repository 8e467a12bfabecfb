/// The instrument whose positions a line lives on, where a multiplexer puts several on one: beside a
/// receiver with a fix, an AIS transponder or a plotter without an antenna says that there is none.
struct LeadInstrument {
    /// It is not waited for any longer than this many position sentences of anybody: some seconds.
    private static let patience = 20

    /// What it is known by; 0 before the first position.
    private var lead: UInt16 = 0
    /// Position sentences since its last position.
    private var age = 0

    /// Takes note of a position.
    @inline(__always)
    mutating func notePosition(talker: UInt16) {
        let instrument = Self.instrument(talker)
        if instrument == lead || lead == 0 || age >= Self.patience {
            lead = instrument
            age = 0
        } else {
            age += 1
        }
    }

    /// Whether "no fix" is the word of another instrument, while this one has a fix.
    @inline(never)
    mutating func contradictsNoFix(talker: UInt16) -> Bool {
        age = min(age + 1, Self.patience)
        return lead != 0 && age < Self.patience && Self.instrument(talker) != lead
    }

    /// What an instrument is known by: the talkers of satellite systems are of one receiver, which often
    /// changes them when it loses its fix; any other is one by itself.
    private static func instrument(_ talker: UInt16) -> UInt16 {
        switch (UInt8(truncatingIfNeeded: talker >> 8), UInt8(truncatingIfNeeded: talker)) {
        case (UInt8(ascii: "G"), _), (UInt8(ascii: "B"), UInt8(ascii: "D")),
            (UInt8(ascii: "Q"), UInt8(ascii: "Z")), (UInt8(ascii: "P"), UInt8(ascii: "Q")):
            Epoch.combinedTalker
        case _: talker
        }
    }
}
