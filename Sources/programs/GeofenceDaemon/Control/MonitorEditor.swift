import Composition
import ControlProtocol
import Geofencing
import NIOPosix
import Settings

/// The methods of `Monitor.*` that change monitors at run time: durable first, then in force.
@Loop
struct MonitorEditor {
    let active: ActiveConfiguration
    let reloader: Reloader
    let monitors: MonitorControl
    let changes: FenceChangeQueue
    /// The thread for reading and writing files.
    let files: NIOThreadPool
    let journal: JournalWriter

    /// Changes monitors after the changes before it have ended, then answers.
    func change(_ change: MonitorChange, _ request: Request, _ client: ClientConnection) {
        changes.add(of: 0) { () throws(Failure) in
            let before = active.reading
            let kept = try change.made(
                to: before.runtimeMonitors,
                names: before.composition.configuration.monitors.map(\.name),
                file: before.composition.configuration.fileMonitors)
            let (reader, settings, journal) = (active.reader, active.settings, journal)
            files.submit { _ in
                let outcome = Result { () throws(Failure) in
                    try reader.taking(
                        kept, over: before, defining: change.defined, settings, journal)
                }
                Loop.soon { settle(outcome, change, before, request, client) }
            }
        } refuse: {
            client.fail($0, to: request)
        }
    }

    private func settle(
        _ outcome: Result<ConfigurationReader.Reading, Failure>, _ change: MonitorChange,
        _ before: ConfigurationReader.Reading, _ request: Request, _ client: ClientConnection
    ) {
        defer { changes.goOn() }
        client.attempt(request) {
            reloader.putInForce(try outcome.get())
            guard let name = change.defined else {
                var list = monitors.list()
                list.reverted = change.reverted(of: before.runtimeMonitors)
                return client.reply(list, to: request)
            }
            client.reply(try monitors.record(named: name), to: request)
        }
    }
}
