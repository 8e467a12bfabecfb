import NIOCore
import Positioning

/// Listens to the other possible receivers, one after the other, until one of them reports a position.
/// The receiver in use stays open meanwhile.
@Loop
final class RivalSearch {
    /// The seconds for each receiver, in which every speed of a line is tried.
    private nonisolated static let each_s: Int64 = 60

    /// A possible receiver.
    struct Rival {
        /// The opener of its connection.
        let open: LinkOpener
        /// The decoder of its bytes.
        let decoder: any StreamDecoder
    }

    private let find: @Loop () -> EventLoopFuture<[Rival]>
    private let needsFix: Bool
    private let limit: ReadLimit
    private let heir: @Loop (ByteBuffer) -> Void
    private var settle: (@Loop (Link?) -> Void)?
    private var waiting: ArraySlice<Rival> = []
    private var link: Link?
    private var decoder: (any StreamDecoder)?
    private var timeout: LoopTimer?

    /// Creates a search that is not started.
    ///
    /// - Parameters:
    ///   - needsFix: whether only a fix counts, and no report that there is none.
    ///   - limit: the limit of the bytes that are read from the connections of the source.
    ///   - heir: receives the bytes of the receiver after it was found.
    ///   - find: returns the possible receivers.
    init(
        needsFix: Bool, _ limit: ReadLimit, heir: @escaping @Loop (ByteBuffer) -> Void,
        find: @escaping @Loop () -> EventLoopFuture<[Rival]>
    ) {
        self.needsFix = needsFix
        self.limit = limit
        self.heir = heir
        self.find = find
    }

    /// Starts the search; `settle` receives the open connection of the receiver that was found, or nil
    /// when none reports a position.
    func start(_ settle: @escaping @Loop (Link?) -> Void) {
        self.settle = settle
        find().whenSuccess { rivals in
            Loop.assume {
                self.waiting = rivals[...]
                self.next()
            }
        }
    }

    /// Ends the search without calling `settle`.
    func cancel() {
        settle = nil
        endListening()
    }

    private func next() {
        endListening()
        guard settle != nil else { return }
        guard let rival = waiting.popFirst() else { return answer(nil) }
        decoder = rival.decoder
        rival.open(LinkHandler(limit) { buffer in self.received(buffer) }).whenComplete { outcome in
            Loop.assume { self.listen(outcome) }
        }
    }

    private func listen(_ outcome: Result<Link, any Error>) {
        guard case .success(let link) = outcome else { return next() }
        guard settle != nil else { return Self.end(link) }
        self.link = link
        timeout = Loop.after(.seconds(Self.each_s)) { self.next() }
        link.search?.begin { _ in self.decoder?.finish(at: BootClock.now()) { _ in } }
        link.channel.closeFuture.whenComplete { _ in
            Loop.assume { if self.link?.channel === link.channel { self.next() } }
        }
        link.channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }

    private func received(_ buffer: ByteBuffer) {
        guard settle != nil, let link else { return heir(buffer) }
        var reports: [Report] = []
        let sentences =
            decoder?.receiveCounting(buffer.readableBytesUInt8Span, at: BootClock.now()) {
                reports.append($0)
            } ?? 0
        link.search?.heard(bytes: buffer.readableBytes, sentences: sentences, reports)
        guard reports.contains(where: reportsPosition) else { return }
        self.link = nil
        timeout?.cancel()
        answer(link)
    }

    private func reportsPosition(_ report: Report) -> Bool {
        switch report {
        case .fix(let fix): !fix.isLastKnown
        case .noFix: !needsFix
        case .failure, .discard, .timeFault, .gpsd: false
        }
    }

    private func answer(_ link: Link?) {
        let settle = settle
        self.settle = nil
        settle?(link)
    }

    private func endListening() {
        timeout?.cancel()
        guard let link else { return }
        self.link = nil
        Self.end(link)
    }

    private static func end(_ link: Link) {
        link.search?.end()
        link.close()
        link.end?()
    }
}
