/// Finds a second satellite receiver on a line by its talker. A receiver says RMC and GLL once: who says
/// there, moment after moment, that there is no fix, where another talker gives one, is another receiver.
struct SecondReceiver {
    /// Moments in a row that prove it: a receiver that changes its talker with its fix may once say both.
    private static let proof = 3

    private var suspect: UInt16 = 0
    private var times = 0
    /// The last moment that counted.
    private var counted: Int64 = -1
    private var given = Word()
    private var denied = Word()

    /// Its two letters, first in the high byte; 0 while none is known.
    @inline(__always)
    var talker: UInt16 { times == Self.proof ? suspect : 0 }

    /// Who spoke last, and of what moment.
    private struct Word {
        var talker: UInt16 = 0
        var kind = SentenceKind.rmc
        var timeOfDay: Int64 = -1

        @inline(__always)
        func contradicts(_ other: Word) -> Bool {
            timeOfDay >= 0 && timeOfDay == other.timeOfDay && kind == other.kind
                && talker != other.talker
        }
    }

    /// Takes what an RMC or GLL of a satellite talker says.
    @inline(__always)
    mutating func note(_ observation: Observation, isNoFix: Bool) {
        let word = Word(
            talker: observation.talker, kind: observation.kind, timeOfDay: observation.timeOfDay)
        if isNoFix {
            // Of the moment before nobody gave a fix.
            if word.talker == suspect, denied.timeOfDay != word.timeOfDay,
                denied.timeOfDay != counted
            {
                times = 0
            }
            denied = word
            if word.contradicts(given) { count() }
        } else if observation.hasPosition {
            given = word
            if word.talker == suspect { times = 0 }
            if word.contradicts(denied) { count() }
        }
    }

    private mutating func count() {
        guard denied.timeOfDay != counted else { return }
        counted = denied.timeOfDay
        times = denied.talker == suspect ? min(times + 1, Self.proof) : 1
        suspect = denied.talker
    }
}
