import NIOCore
import Positioning
import SystemServices

/// What was opened, as it is shown to people.
struct LinkDescription {
    /// Which device, host, program or file.
    var device: String?
    /// Why that one, for a source that chooses by itself.
    var choice: String?
    /// The speed of the line.
    var baud: Int?
    /// Its protocol, when the kind of source leaves that open.
    var language: Language?
    /// Whether it is a receiver for sure. What comes through pseudo-terminals, programs and the
    /// network may be a recording of any age.
    var isReceiver = false
    /// The errors of the line since it was opened; asked only while it is open.
    var errors: (@Loop () -> LineErrors?)?

    /// The protocol of the other end of a link.
    enum Language {
        case nmea, gpsd, pushed

        /// The protocol of the first bytes of a program; nil when they do not show it yet.
        init?(_ bytes: ByteBuffer) {
            switch TrackFormat.detect(bytes.readableBytesUInt8Span) {
            case .nmea: self = .nmea
            case .gpsd: self = .gpsd
            case .pushed: self = .pushed
            case .gpx, .array, .geojson, nil: return nil
            }
        }

        /// Whether a decoder understands it.
        func isSpoken(by decoder: any StreamDecoder) -> Bool {
            switch self {
            case .nmea: decoder is NMEADecoder
            case .gpsd: decoder is GPSDDecoder
            case .pushed: decoder is PushedFixDecoder
            }
        }
    }
}

/// Something open that delivers bytes.
struct Link {
    /// What it is.
    var description: LinkDescription
    /// Its bytes; closed when it is lost.
    var channel: any Channel
    /// Gets the contents of every piece of bytes, while the speed of the line is being searched.
    var search: LineSpeedSearch?
    /// How long it has for its first checked sentence, where another one might be better.
    var firstWord: FirstWord?
    /// The other possible receivers, where the source chooses by itself.
    var rivals: Rivals?
    /// Is called before the daemon closes the channel.
    var release: (@Loop () -> Void)?
    /// Is called when the channel is closed.
    var end: (@Loop () -> Void)?
    /// Finds out why the channel was closed from the other side, and does what `end` does; nil where
    /// the reason is not known.
    var loss: (@Loop () -> EventLoopFuture<SourceTrouble>)?

    /// Closes it.
    @Loop
    func close() {
        release?()
        channel.close(promise: nil)
    }

    /// The search for another receiver, once this one has reported no position for long.
    struct Rivals {
        /// How long the receiver may report none.
        let limit: TimeAmount
        /// Makes a search that has not begun: `needsFix` when a report that there is no fix does not count,
        /// and `heir` gets the bytes of the receiver once it is found.
        let search:
            @Loop (_ needsFix: Bool, _ heir: @escaping @Loop (ByteBuffer) -> Void) ->
                RivalSearch
    }

    /// A wait for the first sentence.
    struct FirstWord {
        /// How long it lasts.
        let limit: TimeAmount
        /// Is called when no sentence came; returns whether another device can be tried.
        let missed: @Loop () -> Bool
        /// Asks whether there is a receiver by now that is no device.
        let isReceiverElsewhere: @Loop () -> EventLoopFuture<Bool>
    }
}
