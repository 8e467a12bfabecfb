import ControlProtocol
import Positioning
import Suggestions

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
        // Also without a fix, because a jammed receiver may have none.
        if health.isHeard, let jamming = pipeline.decoder.jamming, jamming >= Self.strongJamming {
            remarks.append(
                .init(
                    code: "jamming",
                    message:
                        "The receiver is jammed or receives false signals (\(jamming) of 255); "
                        + "its positions may be wrong or missing."))
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
