import NIOCore

/// What was opened, for people.
struct LinkDescription {
    /// Which device, host, program or file.
    var device: String?
    /// Why that one, for a source that chooses by itself.
    var choice: String?
    /// The speed of the line.
    var baud: Int?
    /// What it speaks, when that is not clear from the kind of source.
    var language: Language?

    /// What the other end of a link speaks.
    enum Language {
        case nmea, gpsd, pushed
    }
}

/// Something open that delivers bytes.
struct Link {
    /// What it is.
    var description: LinkDescription
    /// Its bytes; closed when it is lost.
    var channel: any Channel
    /// Asked after every piece of bytes with the number of sentences in it, when the speed of the
    /// line is being searched.
    var search: LineSpeedSearch?
    /// What must be done once the channel is closed.
    var end: (@Loop () -> Void)?
}
