import ControlProtocol
import NIOCore
import Positioning
import Settings
import Suggestions
import SystemServices
import Systemd

extension Source {
    /// The level of strong interference by the definition of u-blox, out of 255. gpsd has no field for
    /// spoofing; it reports the spoofing alarm of a Trimble receiver as level 128.
    private static let strongJamming = 128

    /// The remarks about the data that the source sends.
    var remarks: [SourceRecord.Remark] {
        var remarks: [SourceRecord.Remark] = []
        if let fix = health.presentFix {
            if fix.horizontalAccuracy == nil {
                remarks.append(
                    .init(
                        code: "accuracy-missing",
                        message:
                            "The fixes have no accuracy and are evaluated as points; have the receiver "
                            + "send GST, GGA or GSA, or the program accuracy_m."))
            }
        }
        if case .untrusted(let doubt)? = health.presentFix?.timeQuality,
            doubt != .dateFromSystemClock
        {
            remarks.append(
                .init(
                    code: "date-untrusted",
                    message:
                        "The receiver's dates are wrong (\(doubt.rawValue)): its places are used, its times "
                        + "are not; restart it under a clear sky, or set fix_rollover = true."))
        }
        // Also without a fix, because a jammed receiver may have none.
        if health.isHeard, let jamming = pipeline.decoder.jamming, jamming >= Self.strongJamming {
            remarks.append(
                .init(
                    code: "jamming",
                    message:
                        "The receiver is jammed or receives false signals (\(jamming) of 255); "
                        + "its positions may be wrong or missing."))
        }
        if let flood = readLimit.remark(at: BootClock.now()) {
            remarks.append(.init(code: "read-limit", message: flood))
        }
        let discards = pipeline.counts.discards
        for reason in [DiscardReason.badJSON, .sentencesDisagree, .missingDigit]
        where discards[reason] > 0 {
            let count = counted(discards[reason], "line or sentence", "lines or sentences")
            remarks.append(
                .init(
                    code: reason.rawValue, message: "\(count) left out so far: \(reason.remedy)"))
        }
        return remarks
    }
}

/// A connection that stays open although nothing arrives, and a device with several names.
extension Source {
    /// The seconds without data after which a TCP connection is left; nil for never.
    var silenceLimit_s: Double? {
        let limit_s = settings.silence_s ?? max(60, 5 * (health.arrivalInterval_s ?? 0))
        return limit_s > 0 ? limit_s : nil
    }

    /// Notes that a silent connection is left and opened again. The state stays as it is, and only the
    /// first connection of a series is written to the journal.
    func leavesSilence(after limit: TimeAmount, isFirst: Bool) {
        silentConnections += 1
        _ = pipeline.finish(at: BootClock.now())
        guard isFirst else { return }
        let limit_s = limit.nanoseconds / 1_000_000_000
        listener.note(
            .warning,
            " has sent nothing for \(limit_s) s over an open connection, and is connected to again; "
                + "as long as it sends nothing, that is repeated after longer and longer times")
    }

    /// Returns a list of the devices of gpsd with the configured name for the device that it is a link to,
    /// or that is a link to the same; any other report unchanged.
    func renamed(_ report: Report) -> Report {
        guard case .gpsd(.devices(let paths)) = report, let wanted = settings.localDevice,
            let node = Directory.resolve(wanted)
        else { return report }
        let same = paths.filter { Directory.resolve($0) == node }
        pipeline.accept(devices: same)
        return .gpsd(.devices(paths.map { same.contains($0) ? wanted : $0 }))
    }
}
