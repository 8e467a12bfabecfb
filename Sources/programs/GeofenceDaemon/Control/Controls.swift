/// The methods of the protocol, by family.
struct Controls {
    let status: StatusReport
    let reloader: Reloader
    let active: ActiveConfiguration
    let monitors: MonitorControl
    let monitorEditor: MonitorEditor
    let fences: FenceLister
    let fenceInspector: FenceInspector
    let fenceEditor: FenceEditor
    let sources: SourceControl
    let events: EventSubscriber
    let queries: LogQueries
    let consumers: ConsumerControl
    let recording: RecordingControl
    let turns: TurnQueue
}
