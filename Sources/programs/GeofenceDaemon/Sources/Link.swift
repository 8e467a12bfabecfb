import NIOCore
import Positioning
import SystemServices

/// The description of an opened connection.
struct LinkDescription {
    /// The device, host, program or file.
    var device: String?
    /// Why the source chose it; nil for a source that does not choose by itself.
    var choice: String?
    /// The speed of the line in bits per second; nil without one.
    var baud: Int?
    /// The protocol, if the type of the source does not determine it.
    var language: Language?
    /// Whether it is certainly a receiver. A pseudo-terminal, a program or the network may deliver a
    /// recording of any age.
    var isReceiver = false
    /// Whether it is a TCP connection, which may stay open although its peer sends nothing any more.
    var isTCP = false
    /// Returns the line errors since the line was opened; called only while it is open.
    var errors: (@Loop () -> LineErrors?)?

    /// The protocol of the other end of a connection.
    enum Language {
        case nmea, gpsd, pushed

        /// Detects the protocol from bytes of a program; nil when they do not show it.
        init?(_ bytes: ByteBuffer) {
            switch TrackFormat.detect(bytes.readableBytesUInt8Span) {
            case .nmea: self = .nmea
            case .gpsd: self = .gpsd
            case .pushed: self = .pushed
            case .gpx, .array, .geojson, nil: return nil
            }
        }

        /// Returns whether a decoder decodes this protocol.
        func isSpoken(by decoder: any StreamDecoder) -> Bool {
            switch self {
            case .nmea: decoder is NMEADecoder
            case .gpsd: decoder is GPSDDecoder
            case .pushed: decoder is PushedFixDecoder
            }
        }
    }
}

/// An open connection that delivers bytes.
struct Link {
    /// The description of the connection.
    var description: LinkDescription
    /// The channel of its bytes; closed when the connection is lost.
    var channel: any Channel
    /// The search for the speed of the line, which receives all input; nil without a search.
    var search: LineSpeedSearch?
    /// The limit for its first sentence, if another receiver might be better; nil for none.
    var firstWord: FirstWord?
    /// The search for other receivers, if the source chooses by itself; nil otherwise.
    var rivals: Rivals?
    /// Called before the daemon closes the channel.
    var release: (@Loop () -> Void)?
    /// Called when the channel is closed.
    var end: (@Loop () -> Void)?
    /// Determines why the other side closed the channel, and does what `end` does; nil where the reason
    /// cannot be determined.
    var loss: (@Loop () -> EventLoopFuture<SourceTrouble>)?

    /// Closes the connection.
    @Loop
    func close() {
        release?()
        channel.close(promise: nil)
    }

    /// The search for another receiver after a long time without a position.
    struct Rivals {
        /// How long the receiver may report no position.
        let limit: TimeAmount
        /// Creates a search that is not started. With `needsFix`, a report that there is no fix does not
        /// count; `heir` receives the bytes of the receiver after it was found.
        let search:
            @Loop (
                _ needsFix: Bool, _ limit: ReadLimit, _ heir: @escaping @Loop (ByteBuffer) -> Void
            ) -> RivalSearch
    }

    /// The time limit for the first sentence of a connection.
    struct FirstWord {
        /// The length of the limit.
        let limit: TimeAmount
        /// Called when no sentence arrived; returns whether another device can be tried.
        let missed: @Loop () -> Bool
        /// Returns whether another receiver exists by now, such as one of gpsd.
        let isReceiverElsewhere: @Loop () -> EventLoopFuture<Bool>
    }
}

extension Report {
    /// Whether a receiver sent the report: it is anything but a discard of noise.
    var isWord: Bool {
        if case .discard = self { false } else { true }
    }
}
