import Chronology
import Composition
import NIOCore
import NIOPosix
import Positioning
import SystemServices

/// The driver of a source whose fixes are pushed by programs: through `Source.push` on the control
/// socket, or as JSON lines on a socket of the source, if it has one.
@Loop
final class PushDriver: SourceDriver {
    private unowned let source: Source
    private let path: String?
    private var listener: (any Channel)?
    private var writers: [ObjectIdentifier: any Channel] = [:]
    private var backoff = Backoff.device
    private var retry: LoopTimer?
    private var isStopped = false

    /// The maximum number of programs that push at once: an indoor system has one or two.
    private static let writersMaximum = 8

    /// Creates a driver that does not listen yet. `path` is the socket of the source; nil for none.
    init(_ source: Source, path: String?) {
        self.source = source
        self.path = path
    }

    func start() {
        guard let path else { return source.opened(LinkDescription(device: "Source.push")) }
        do throws(ListeningSocket.Failure) {
            let socket = try ListeningSocket.open(path: path, group: nil)
            listen(socket.release(), path)
        } catch {
            unavailable(error.description)
        }
    }

    func stop() {
        isStopped = true
        retry?.cancel()
        listener?.close(promise: nil)
        for writer in writers.values { writer.close(promise: nil) }
        if let path, listener != nil { ListeningSocket.remove(path) }
    }

    /// Reports why no program can push, and tries again later: the directory may appear later, for
    /// example on a medium that is mounted after the start.
    private func unavailable(_ sentence: String) {
        guard !isStopped else { return }
        source.unavailable(SourceTrouble(code: "socket-unavailable", sentence: sentence))
        retry = Loop.after(backoff.next()) { self.start() }
    }

    private func listen(_ socket: Int32, _ path: String) {
        ServerBootstrap.onLoop
            .childChannelInitializer { channel in Loop.assume { self.admit(channel) } }
            .withBoundSocket(socket)
            .whenComplete { outcome in
                Loop.assume { self.settle(outcome, path) }
            }
    }

    private func settle(_ outcome: Result<any Channel, any Error>, _ path: String) {
        switch outcome {
        case .failure(let error): unavailable("\(error)")
        case .success(let channel):
            guard !isStopped else { return channel.close(promise: nil) }
            listener = channel
            source.opened(LinkDescription(device: path))
        }
    }

    /// Accepts a writer with its own decoder, so that lines of different writers do not mix.
    private func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
        guard !isStopped, writers.count < Self.writersMaximum else { return channel.close() }
        let id = ObjectIdentifier(channel)
        writers[id] = channel
        channel.closeFuture.whenComplete { _ in
            Loop.assume { self.writers[id] = nil }
        }
        let decoder = PushedStream(source.settings)
        return LinkOpeners.add(
            LinkHandler(source.readLimit) { bytes in
                for report in decoder.take(bytes) where !self.isStopped {
                    self.source.take(report)
                }
                if let unknown = decoder.unknownValue { self.source.pipeline.note(unknown) }
            }, to: channel)
    }
}
