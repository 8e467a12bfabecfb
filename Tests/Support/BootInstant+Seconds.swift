package import Chronology

extension BootInstant {
    /// The instant that many seconds after the boot.
    package init(s seconds: Double) {
        self = BootInstant(nanoseconds: 0).advanced(bySeconds: seconds)
    }

    /// Seconds, without a fraction where there is none.
    package var words: String {
        let seconds = Double(nanoseconds) / 1e9
        return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
    }
}
