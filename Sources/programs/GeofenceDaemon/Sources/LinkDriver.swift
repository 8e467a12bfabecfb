import NIOCore
import Positioning
import SystemServices

/// Keeps a connection open: opens it, passes its bytes on, and opens it again after a loss.
@Loop
final class LinkDriver: SourceDriver {
    private unowned let source: Source
    private let open: LinkOpener
    private let watched: [String]
    private var backoff: Backoff
    private var link: Link?
    /// The lost connection, until the reason is known.
    private var lost: Link?
    private var retry: LoopTimer?
    /// The timer for the first sentence of the connection; nil when none is awaited.
    private var silence: LoopTimer?
    private var watch: (any Channel)?
    private var isStopped = false
    /// The time of the last position, or of the opening.
    private var positionAt = NIODeadline.now()
    /// Whether it has reported the lack of a fix since the last search for another receiver.
    private var hasReportedNone = false
    /// The timer that starts the search for another receiver.
    private var patience: LoopTimer?
    private var rivals: RivalSearch?
    /// How long a TCP connection may be silent, in a series of silent connections; nil before the first.
    private var silences: Backoff?
    /// The timer that ends a silent TCP connection.
    private var quiet: LoopTimer?
    /// The time of the last bytes, or of the opening.
    private var heardAt = NIODeadline.now()
    /// Creates a driver that is not started.
    ///
    /// - Parameters:
    ///   - watched: directories in which a new entry causes an attempt at once.
    ///   - open: makes one attempt.
    init(
        _ source: Source, backoff: Backoff, watching watched: [String] = [],
        open: @escaping LinkOpener
    ) {
        self.source = source
        self.backoff = backoff
        self.watched = watched
        self.open = open
    }

    func start() {
        retry = nil
        open(LinkHandler(source.readLimit) { buffer in self.received(buffer) }).whenComplete {
            outcome in
            Loop.assume { self.settle(outcome) }
        }
    }

    func stop() {
        isStopped = true
        retry?.cancel()
        // A scan of a duty cycle may end before the limit; a missing sentence counts.
        if silence != nil { _ = link?.firstWord?.missed() }
        watch?.close(promise: nil)
        watch = nil
        lost?.end?()
        if let link = takeLink() { abandon(link) }
    }

    private func settle(_ outcome: Result<Link, any Error>) {
        switch outcome {
        case .failure(let error):
            guard !isStopped else { return }
            source.unavailable(SourceTrouble(error))
            tryAgainLater()
        case .success(let link):
            guard !isStopped else { return abandon(link) }
            self.link = link
            watch?.close(promise: nil)
            watch = nil
            source.opened(link.description)
            link.search?.begin { [weak self] baud in self?.source.retuned(to: baud) }
            awaitFirstWord()
            positionAt = .now()
            awaitPosition()
            heardAt = .now()
            awaitBytes()
            link.channel.closeFuture.whenComplete { _ in
                Loop.assume { self.isLost(link.channel) }
            }
            link.channel.setOption(.autoRead, value: true).whenFailure { _ in }
        }
    }

    private func received(_ buffer: ByteBuffer) {
        guard !isStopped, link != nil else { return }
        backoff.reset()
        heardAt = .now()
        silences = nil
        let (reports, sentences) = source.received(buffer)
        if silence != nil, sentences > 0 || reports.contains(where: \.isWord) { endSilence() }
        if patience != nil || rivals != nil { notePositions(reports) }
        link?.search?.heard(bytes: buffer.readableBytes, sentences: sentences, reports)
        if source.pipeline.decoder.isLost { close() }
    }

    private func isLost(_ channel: any Channel) {
        guard self.link?.channel === channel, let link = takeLink() else { return }
        guard !isStopped, let loss = link.loss else {
            link.end?()
            guard !isStopped else { return }
            let name = link.description.device ?? "the source"
            return isLost(
                because: SourceTrouble(
                    code: SourceTrouble.lostCode,
                    sentence: "\(name) was closed or unplugged; it is tried again by itself."))
        }
        lost = link
        loss().whenSuccess { trouble in
            Loop.assume {
                self.lost = nil
                if !self.isStopped { self.isLost(because: trouble) }
            }
        }
    }

    private func isLost(because trouble: SourceTrouble) {
        source.unavailable(trouble)
        tryAgainLater()
    }

    /// Starts the timer that gives up a device without sentences if another receiver exists.
    private func awaitFirstWord() {
        guard let link, let firstWord = link.firstWord else { return }
        let (channel, limit) = (link.channel, firstWord.limit)
        silence?.cancel()
        silence = Loop.after(limit) {
            if firstWord.missed() { return self.giveUp(after: limit) }
            firstWord.isReceiverElsewhere().whenSuccess { isElsewhere in
                Loop.assume {
                    // A sentence may have arrived meanwhile, or the connection was replaced.
                    guard self.silence != nil, self.link?.channel === channel else { return }
                    if isElsewhere { self.giveUp(after: limit) } else { self.awaitFirstWord() }
                }
            }
        }
    }

    /// Starts the timer that leaves a TCP connection over which nothing arrives, and connects again. The
    /// limit doubles with each silent connection: what the server sends later still arrives at once.
    private func awaitBytes() {
        guard let link, link.description.isTCP, let limit_s = source.silenceLimit_s else {
            return
        }
        var silences = self.silences ?? .silence(first_s: limit_s)
        let limit: TimeAmount = silences.next()
        quiet = Loop.after(heardAt + limit - .now()) {
            guard NIODeadline.now() - self.heardAt >= limit else { return self.awaitBytes() }
            let isFirst = self.silences == nil
            self.silences = silences
            guard let link = self.takeLink() else { return }
            self.abandon(link)
            self.source.leavesSilence(after: limit, isFirst: isFirst)
            self.start()
        }
    }

    private func giveUp(after limit: TimeAmount) {
        guard let link = takeLink() else { return }
        abandon(link)
        let name = link.description.device ?? "the source"
        let limit_s = limit.nanoseconds / 1_000_000_000
        source.unavailable(
            SourceTrouble(
                code: "mute",
                sentence: "\(name) sent no NMEA sentence within \(limit_s) s; another receiver is "
                    + "tried."))
        start()
    }

    /// Starts the timer that searches for another receiver when this one reports no position.
    private func awaitPosition() {
        guard let rivals = link?.rivals else { return }
        patience = Loop.after(positionAt + rivals.limit - .now()) {
            self.patience = nil
            guard NIODeadline.now() - self.positionAt >= rivals.limit else {
                return self.awaitPosition()
            }
            let search = rivals.search(self.hasReportedNone, self.source.readLimit) {
                self.received($0)
            }
            self.hasReportedNone = false
            self.rivals = search
            search.start { self.turn(to: $0) }
        }
    }

    private func notePositions(_ reports: [Report]) {
        for report in reports {
            switch report {
            case .fix(let fix) where !fix.isLastKnown:
                positionAt = .now()
                guard let rivals else { continue }
                rivals.cancel()
                self.rivals = nil
                awaitPosition()
            case .noFix: hasReportedNone = true
            case .fix, .failure, .discard, .timeFault, .gpsd: break
            }
        }
    }

    /// Continues with another receiver, which reports positions; nil if no other one does.
    private func turn(to rival: Link?) {
        rivals = nil
        guard let rival, let present = takeLink() else {
            // All others were tried. The next search follows after the same time.
            positionAt = .now()
            return awaitPosition()
        }
        abandon(present)
        source.unavailable(
            SourceTrouble(
                code: SourceTrouble.noPosition.code,
                sentence: "\(present.description.device ?? "the source") reported no position for "
                    + "long; \(rival.description.device ?? "another receiver") reports one and is used."
            ))
        settle(.success(rival))
    }

    /// Cancels the timers of the connection, and removes and returns it.
    private func takeLink() -> Link? {
        defer { link = nil }
        endSilence()
        patience?.cancel()
        patience = nil
        quiet?.cancel()
        quiet = nil
        rivals?.cancel()
        rivals = nil
        link?.search?.end()
        return link
    }

    private func endSilence() {
        silence?.cancel()
        silence = nil
    }

    private func close() {
        link?.close()
    }

    private func abandon(_ link: Link) {
        link.close()
        link.end?()
    }

    private func tryAgainLater() {
        watchDirectories()
        attempt(in: backoff.next())
    }

    private func attempt(in wait: TimeAmount) {
        retry?.cancel()
        retry = Loop.after(wait) { self.start() }
    }

    /// Watches directories, so that a new receiver is opened at once, not at the next attempt.
    private func watchDirectories() {
        guard watch == nil, !watched.isEmpty else { return }
        guard let descriptor = DirectoryWatch.open(Self.existing(watched)) else { return }
        let handler = LinkHandler { _ in self.somethingAppeared() }
        DescriptorChannel.open(descriptor, handler).whenSuccess { channel in
            Loop.assume {
                self.watch = channel
                channel.setOption(.autoRead, value: true).whenFailure { _ in }
            }
        }
    }

    private func somethingAppeared() {
        guard retry != nil, !isStopped else { return }
        attempt(in: Self.settling)
    }

    /// The wait after a new entry: udev first creates a node, then sets its group.
    private static let settling = TimeAmount.milliseconds(100)

    /// Returns each directory, or its nearest existing parent.
    private static func existing(_ directories: [String]) -> [String] {
        Array(
            Set(
                directories.map { directory in
                    var path = directory
                    while Directory.resolve(path) == nil, let slash = path.lastIndex(of: "/") {
                        path = slash == path.startIndex ? "/" : String(path[..<slash])
                    }
                    return path.isEmpty ? "/" : path
                }))
    }
}
