import Logging
import NIOCore
import ServiceLifecycle
import SystemServices
import UnixSignals

/// The daemon from its start to its clean shutdown.
struct DaemonService: Service {
    let daemon: Daemon

    func run() async throws {
        let end = daemon.end
        defer { end.succeed() }
        try await daemon.start()
        let outcome = await withTaskCancellationOrGracefulShutdownHandler {
            await Result { try await end.futureResult.get() }
        } onCancelOrGracefulShutdown: {
            end.succeed()
        }
        await daemon.stop()
        try outcome.get()
    }
}

/// Reads the configuration again at every SIGHUP.
struct HangupService: Service {
    let daemon: Daemon

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                await daemon.reload()
            }
        }
    }
}

extension Result where Failure == any Error {
    fileprivate init(_ work: () async throws -> Success) async {
        do {
            self = .success(try await work())
        } catch {
            self = .failure(error)
        }
    }
}
