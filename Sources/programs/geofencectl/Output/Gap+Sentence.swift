internal import ControlProtocol

extension Gap {
    /// The missing events, as a sentence.
    var sentence: String {
        switch reason {
        case "reset":
            "the events from \(from_seq) on were not sent: a new log was begun, which counts from 1"
                + " again; how many are missing is not known."
        default:
            "events \(from_seq) to \(to_seq) were not sent (\(printable(reason)))."
        }
    }
}
