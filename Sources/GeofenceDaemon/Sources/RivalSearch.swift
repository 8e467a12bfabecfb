import NIOCore
import Positioning

/// Listens, beside the receiver in use, to what else may be one, one after the other, until one of them
/// reports a position. The receiver in use remains open meanwhile.
@Loop
final class RivalSearch {
    /// Seconds each of them has: every speed of a line comes to its turn.
    private nonisolated static let each_s: Int64 = 60

    /// Something to listen to.
    struct Rival {
        /// Opens it.
        let open: LinkOpener
        /// Reads it.
        let decoder: any StreamDecoder
    }

    private let find: @Loop () -> EventLoopFuture<[Rival]>
    private let needsFix: Bool
    private let heir: @Loop (ByteBuffer) -> Void
    private var settle: (@Loop (Link?) -> Void)?
    private var waiting: ArraySlice<Rival> = []
    private var link: Link?
    private var decoder: (any StreamDecoder)?
    private var timeout: LoopTimer?

    /// A search that has not begun.
    ///
    /// - Parameters:
    ///   - needsFix: whether only a fix counts, and no report that there is none.
    ///   - heir: where the bytes of the one that was found go from then on.
    ///   - find: finds what there is to listen to.
    init(
        needsFix: Bool, heir: @escaping @Loop (ByteBuffer) -> Void,
        find: @escaping @Loop () -> EventLoopFuture<[Rival]>
    ) {
        self.needsFix = needsFix
        self.heir = heir
        self.find = find
    }

    /// Begins; `settle` gets the open link of the receiver that was found, or nil when none reports
    /// a position.
    func start(_ settle: @escaping @Loop (Link?) -> Void) {
        self.settle = settle
        find().whenSuccess { rivals in
            Loop.assume {
                self.waiting = rivals[...]
                self.next()
            }
        }
    }

    /// Ends it without an answer.
    func cancel() {
        settle = nil
        endListening()
    }

    private func next() {
        endListening()
        guard settle != nil else { return }
        guard let rival = waiting.popFirst() else { return answer(nil) }
        decoder = rival.decoder
        rival.open(LinkHandler { buffer in self.received(buffer) }).whenComplete { outcome in
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
