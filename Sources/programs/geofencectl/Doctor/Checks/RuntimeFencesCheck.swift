internal import ControlProtocol
internal import Suggestions

/// The check of the number and use of run-time changes of fences.
struct RuntimeFencesCheck {
    /// The run-time fences in the status of the daemon.
    var fences: RuntimeFenceRecord

    /// The fraction of a limit above which the next changes may be refused.
    static let nearShare = 0.9

    /// The finding for it.
    var finding: Finding {
        let usage = "Changed at run time: \(fences.text)."
        let isNear =
            Double(fences.count) >= Self.nearShare * Double(fences.count_limit)
            || Double(fences.bytes) >= Self.nearShare * Double(fences.bytes_limit)
        guard isNear || fences.left_out > 0 else { return .ok("run-time fences", usage) }
        return .warn(
            "run-time fences", usage,
            fix: "Put those that stay into the file of their set, and give up the others: "
                + "geofencectl fence revert --set FILE; all of them while the daemon is stopped: "
                + "geofenced --revert-fences.")
    }
}

extension RuntimeFenceRecord {
    /// `12 fences of 10000, 0.1 MiB of 16.0 MiB`, and the number not in use.
    var text: String {
        let text =
            "\(counted(count, "fence")) of \(count_limit), \(SizeText.mebibytes(bytes)) of "
            + SizeText.mebibytes(bytes_limit)
        return left_out > 0 ? text + "; \(left_out) of them not in force" : text
    }
}
