/// Detects a second satellite receiver on a line by its talker. A receiver sends one RMC and one
/// GLL for each time. A talker that repeatedly reports no fix there while another talker reports a
/// fix is another receiver.
struct SecondReceiverDetector {
    /// The consecutive times that prove it: a receiver that changes its talker with its fix may
    /// send both talkers once.
    private static let proof = 3

    private var suspect: UInt16 = 0
    private var times = 0
    /// The last time that counted as a contradiction.
    private var counted: Int64 = -1
    /// The last time for which a talker reported no fix.
    private var denied: Int64 = -1
    private var ofRMC = Claims()
    private var ofGLL = Claims()

    /// The two letters of the second receiver, the first in the high byte; 0 while unknown.
    @inline(__always)
    var talker: UInt16 { times == Self.proof ? suspect : 0 }

    /// The last reports of a fix and of no fix in one kind of sentence: many receivers send both
    /// kinds.
    private struct Claims {
        private var given = Claim()
        private var denied = Claim()

        private struct Claim {
            var talker: UInt16 = 0
            var timeOfDay: Int64 = -1
        }

        /// Adds a report. Returns the talker that reports no fix at the time for which another
        /// talker reports one, or 0.
        @inline(__always)
        mutating func take(_ observation: Observation, isNoFix: Bool) -> UInt16 {
            let claim = Claim(talker: observation.talker, timeOfDay: observation.timeOfDay)
            if isNoFix { denied = claim } else { given = claim }
            let isContradiction =
                claim.timeOfDay >= 0 && given.timeOfDay == denied.timeOfDay
                && given.talker != denied.talker
            return isContradiction ? denied.talker : 0
        }
    }

    /// Adds an RMC or GLL of a satellite talker.
    @inline(__always)
    mutating func note(_ observation: Observation, isNoFix: Bool) {
        let time = observation.timeOfDay
        if isNoFix {
            // No talker reported a fix for the time before.
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
