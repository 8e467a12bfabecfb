/// Finds a second satellite receiver on a line by its talker. A receiver says RMC and GLL once: who says
/// there that a moment has no fix, of which another talker gives one, is another receiver.
struct SecondReceiver {
    /// Its two letters, first in the high byte; 0 while none is known.
    private(set) var talker: UInt16 = 0

    private var given = Word()
    private var denied = Word()

    /// Who spoke last, and of what moment.
    private struct Word {
        var talker: UInt16 = 0
        var timeOfDay: Int64 = -1

        func contradicts(_ other: Word) -> Bool {
            timeOfDay >= 0 && timeOfDay == other.timeOfDay && talker != other.talker
        }
    }

    /// Takes what an RMC or GLL of a satellite talker says.
    @inline(__always)
    mutating func note(_ observation: Observation, isNoFix: Bool) {
        let word = Word(talker: observation.talker, timeOfDay: observation.timeOfDay)
        if isNoFix {
            denied = word
            if word.contradicts(given) { talker = word.talker }
        } else if observation.hasPosition {
            given = word
            if word.contradicts(denied) { talker = denied.talker }
        }
    }
}
