import NIOCore
import Positioning
import SystemServices

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
    /// Whether a receiver is really there. What comes through pseudo-terminals, programs and the
    /// network may be a recording of any age.
    var isReceiver = false
    /// What the line has done wrong since it was opened; asked only while it is open.
    var errors: (@Loop () -> LineErrors?)?

    /// What the other end of a link speaks.
    enum Language {
        case nmea, gpsd, pushed

        /// What the first bytes of a program show, or nil when they show nothing yet.
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
    /// What else may be a receiver, where the source chooses by itself.
    var rivals: Rivals?
    /// What must be done before we close the channel.
    var release: (@Loop () -> Void)?
    /// What must be done once the channel is closed.
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
        /// Makes a search that has not begun. Its parameters say whether only a fix counts or also the
        /// word that there is none, and where the bytes of the receiver go once it is found.
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
        /// Asks whether there is a receiver behind anything but a device by now.
        let isReceiverElsewhere: @Loop () -> EventLoopFuture<Bool>
    }
}
