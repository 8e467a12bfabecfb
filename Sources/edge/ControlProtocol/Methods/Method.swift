/// The methods of the protocol, each with its parameters and result.
public enum Method: String, Sendable, Hashable, CaseIterable, Codable {
    /// `Nothing` → `DaemonStatus`.
    case daemonStatus = "Daemon.status"
    /// `Nothing` → `MonitorList`.
    case monitorList = "Monitor.list"
    /// `MonitorChoice` → `MonitorDetail`.
    case monitorInspect = "Monitor.inspect"
    /// `MonitorChoice` → `MonitorRecord`.
    case monitorStart = "Monitor.start"
    /// `MonitorChoice` → `MonitorRecord`.
    case monitorStop = "Monitor.stop"
    /// `MonitorChoice` → `MonitorRecord`.
    case monitorPause = "Monitor.pause"
    /// `MonitorChoice` → `MonitorRecord`.
    case monitorResume = "Monitor.resume"
    /// `MonitorGiven` → `MonitorRecord`.
    case monitorAdd = "Monitor.add"
    /// `MonitorGiven` → `MonitorRecord`.
    case monitorSet = "Monitor.set"
    /// `MonitorChoice` → `MonitorList`.
    case monitorRemove = "Monitor.remove"
    /// `MonitorReversion` → `MonitorList`.
    case monitorRevert = "Monitor.revert"
    /// `FenceQuery` → `FenceList`.
    case fenceList = "Fence.list"
    /// `FenceChoice` → `FenceDetail`.
    case fenceInspect = "Fence.inspect"
    /// `FenceFeatures` → `FenceChange`.
    case fenceAdd = "Fence.add"
    /// `FenceFeatures` → `FenceChange`.
    case fenceReplace = "Fence.replace"
    /// `FenceRemoval` → `FenceChange`.
    case fenceRemove = "Fence.remove"
    /// `FenceCollection` → `FenceChange`.
    case fenceSet = "Fence.set"
    /// `FenceReversion` → `FenceChange`.
    case fenceRevert = "Fence.revert"
    /// `FenceQuestion` → `FenceExplanations`.
    case fenceExplain = "Fence.explain"
    /// `Nothing` → `SourceList`.
    case sourceList = "Source.list"
    /// `SourceChoice` → `SourceRecord`.
    case sourceStatus = "Source.status"
    /// `SourceChoice` → `SourceRecord`.
    case sourceStart = "Source.start"
    /// `SourceChoice` → `SourceRecord`.
    case sourceStop = "Source.stop"
    /// `SourceChoice` → `SourceRecord`. Like stop and start: the next fix may be older than the last.
    case sourceRestart = "Source.restart"
    /// `SourcePush` → `SourcePushed`.
    case sourcePush = "Source.push"
    /// `SourceChoice` → `Nothing`, then `raw` notifications until the connection ends.
    case sourceRaw = "Source.raw"
    /// `FixQuery` → `FixList`, then `fix` notifications when it follows.
    case fixLast = "Fix.last"
    /// `SubscribeRequest` → `Subscribed`, then notifications.
    case eventsSubscribe = "Events.subscribe"
    /// `Nothing` → `Nothing`; ends the subscription.
    case eventsUnsubscribe = "Events.unsubscribe"
    /// `EventQuery` → `EventList`.
    case eventsList = "Events.list"
    /// `VisitQuery` → `VisitList`.
    case visitList = "Visit.list"
    /// `ConsumerAcknowledgement` → `ConsumerAcknowledged`, once the cursor is durable.
    case consumerAcknowledge = "Consumer.acknowledge"
    /// `Nothing` → `ConsumerList`.
    case consumerList = "Consumer.list"
    /// `ConsumerChoice` → `ConsumerRecord`.
    case consumerInspect = "Consumer.inspect"
    /// `ConsumerChoice` → `ConsumerRecord`.
    case consumerPause = "Consumer.pause"
    /// `ConsumerChoice` → `ConsumerRecord`.
    case consumerResume = "Consumer.resume"
    /// `ConsumerRewind` → `ConsumerRecord`.
    case consumerRewind = "Consumer.rewind"
    /// `ConsumerChoice` → `ConsumerTested`, once the consumer has delivered or refused a `test` notification.
    case consumerTest = "Consumer.test"
    /// `ConsumerChoice` → `Nothing`.
    case consumerRemove = "Consumer.remove"
    /// `RecordingQuery` → `RecordingPage`.
    case recordingRead = "Recording.read"
    /// `Nothing` → `RecordingRemoved`.
    case recordingRemove = "Recording.remove"
    /// `KindChoice` → `KindSwitches`.
    case kindEnable = "Kind.enable"
    /// `KindChoice` → `KindSwitches`.
    case kindDisable = "Kind.disable"
    /// `Nothing` → `ConfigReloaded`.
    case configReload = "Config.reload"
    /// `Nothing` → `ConfigShown`.
    case configShow = "Config.show"
    /// `Nothing` → `Discovery`.
    case discover = "rpc.discover"

    /// Whether the parameters include GeoJSON, which may be nested deeper than other parameters.
    public var takesGeoJSON: Bool {
        switch self {
        case .fenceAdd, .fenceReplace, .fenceSet: true
        case .daemonStatus, .monitorList, .monitorInspect, .monitorStart, .monitorStop,
            .monitorPause, .monitorResume, .monitorAdd, .monitorSet, .monitorRemove,
            .monitorRevert, .fenceList, .fenceInspect, .fenceRemove, .fenceRevert,
            .fenceExplain, .sourceList, .sourceStatus, .sourceStart, .sourceStop, .sourceRestart,
            .sourcePush, .sourceRaw, .fixLast, .eventsSubscribe, .eventsUnsubscribe, .eventsList,
            .visitList, .consumerAcknowledge, .consumerList, .consumerInspect, .consumerPause,
            .consumerResume, .consumerRewind, .consumerTest, .consumerRemove, .recordingRead,
            .recordingRemove, .kindEnable, .kindDisable, .configReload, .configShow, .discover:
            false
        }
    }

    /// The required access.
    public var access: Hello.Access {
        switch self {
        case .daemonStatus, .monitorList, .monitorInspect, .fenceList, .fenceInspect,
            .fenceExplain, .sourceList, .sourceStatus, .sourceRaw, .fixLast, .eventsSubscribe,
            .eventsUnsubscribe, .eventsList, .visitList, .consumerList, .consumerInspect,
            .configShow, .discover:
            return .read
        case .consumerAcknowledge: return .consume
        case .monitorStart, .monitorStop, .monitorPause, .monitorResume, .monitorAdd, .monitorSet,
            .monitorRemove, .monitorRevert, .fenceAdd, .fenceReplace,
            .fenceRemove, .fenceSet, .fenceRevert, .sourceStart, .sourceStop, .sourceRestart,
            .sourcePush, .consumerPause, .consumerResume, .consumerRewind,
            .consumerTest, .consumerRemove, .recordingRead, .recordingRemove, .kindEnable,
            .kindDisable, .configReload:
            return .operate
        }
    }
}
