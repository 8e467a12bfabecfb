/// Finds a second satellite receiver on a line by its talker. A receiver says RMC and GLL once: who says
/// there, moment after moment, that there is no fix, where another talker gives one, is another receiver.
struct SecondReceiver {
    /// Moments in a row that prove it: a receiver that changes its talker with its fix may once say both.
    private static let proof = 3

    private var suspect: UInt16 = 0
    private var times = 0
    /// The last moment that counted.
    private var counted: Int64 = -1
    /// The last moment of which somebody said that there is no fix.
    private var denied: Int64 = -1
    private var ofRMC = Words()
    private var ofGLL = Words()

    /// Its two letters, first in the high byte; 0 while none is known.
    @inline(__always)
    var talker: UInt16 { times == Self.proof ? suspect : 0 }

    /// What was given and denied last in one kind of sentence: many receivers say both kinds of a moment.
    private struct Words {
        private var given = Word()
        private var denied = Word()

        private struct Word {
            var talker: UInt16 = 0
            var timeOfDay: Int64 = -1
        }

        /// Takes a word, and tells who denies the fix of its moment that another gives; 0 for nobody.
        @inline(__always)
        mutating func take(_ observation: Observation, isNoFix: Bool) -> UInt16 {
            let word = Word(talker: observation.talker, timeOfDay: observation.timeOfDay)
            if isNoFix { denied = word } else { given = word }
            let isContradiction =
                word.timeOfDay >= 0 && given.timeOfDay == denied.timeOfDay
                && given.talker != denied.talker
            return isContradiction ? denied.talker : 0
        }
    }

    /// Takes what an RMC or GLL of a satellite talker says.
    @inline(__always)
    mutating func note(_ observation: Observation, isNoFix: Bool) {
        let time = observation.timeOfDay
        if isNoFix {
            // Of the moment before nobody gave a fix.
            if observation.talker == suspect, denied != time, denied != counted { times = 0 }
            denied = time
        } else if observation.hasPosition {
            if observation.talker == suspect { times = 0 }
        } else {
            return
        }
        let denier =
            observation.kind == .rmc
            ? ofRMC.take(observation, isNoFix: isNoFix) : ofGLL.take(observation, isNoFix: isNoFix)
        if denier != 0 { count(denier, of: time) }
    }

    private mutating func count(_ denier: UInt16, of time: Int64) {
        guard time != counted else { return }
        counted = time
        times = denier == suspect ? min(times + 1, Self.proof) : 1
        suspect = denier
    }
}
