/// The two letters at the start of a sentence, the first in the high byte. They identify the
/// instrument that sends it.
enum Talker {
    /// `GN`: the solution of all satellite systems together.
    static let combined: UInt16 = 0x474E
    /// The common value for all talkers of satellite systems; no real talker has it.
    static let satellites: UInt16 = 1

    /// Whether a talker is a satellite system: G?, BD, QZ or PQ.
    @inline(__always)
    static func isOfSatellites(_ talker: UInt16) -> Bool {
        talker >> 8 == 0x47 || talker == 0x4244 || talker == 0x515A || talker == 0x5051
    }

    /// Returns the instrument of a talker on a line with one satellite receiver: all talkers of
    /// satellite systems are that receiver, which often changes them when it loses its fix.
    @inline(__always)
    static func instrument(of talker: UInt16) -> UInt16 {
        isOfSatellites(talker) ? satellites : talker
    }
}
