internal import ControlProtocol

extension Method {
    /// The remedy for a request over the length limit of the daemon.
    var remedyForLength: String {
        switch self {
        case .fenceAdd, .fenceReplace:
            "Give fewer or simpler fences at once, or put them into a fence file and reload."
        case .fenceSet: "Put the fences into a fence file and reload."
        case .monitorAdd, .monitorSet: "Give a shorter message expression."
        case .sourcePush: "Leave out of each line what is no part of the fix."
        case .daemonStatus, .monitorList, .monitorInspect, .monitorStart, .monitorStop,
            .monitorPause, .monitorResume, .monitorRemove, .monitorRevert, .fenceList,
            .fenceInspect, .fenceRemove, .fenceRevert,
            .fenceExplain, .sourceList, .sourceStatus, .sourceStart, .sourceStop, .sourceRestart,
            .sourceRaw, .fixLast, .eventsSubscribe, .eventsUnsubscribe, .eventsList, .visitList,
            .consumerAcknowledge, .consumerList, .consumerInspect, .consumerPause,
            .consumerResume, .consumerRewind, .consumerTest, .consumerRemove, .recordingRead,
            .recordingRemove, .kindEnable, .kindDisable, .configReload, .configShow, .discover:
            "Ask for less at once: fewer and shorter names."
        }
    }
}
