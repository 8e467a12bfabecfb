import ControlProtocol

/// The type of the parameters of a method; no parameters for a method that does not exist.
func parametersType(of method: Method?) -> any Codable.Type {
    switch method {
    case .daemonStatus, .monitorList, .sourceList, .eventsUnsubscribe, .consumerList,
        .recordingRemove, .configReload, .configShow, .discover, nil:
        return Nothing.self
    case .monitorInspect, .monitorStart, .monitorStop, .monitorPause, .monitorResume,
        .monitorRemove:
        return MonitorChoice.self
    case .monitorAdd, .monitorSet: return MonitorGiven.self
    case .monitorRevert: return MonitorReversion.self
    case .fenceList: return FenceQuery.self
    case .fenceInspect: return FenceChoice.self
    case .fenceAdd, .fenceReplace: return FenceFeatures.self
    case .fenceRemove: return FenceRemoval.self
    case .fenceSet: return FenceCollection.self
    case .fenceRevert: return FenceReversion.self
    case .fenceExplain: return FenceQuestion.self
    case .sourceStatus, .sourceStart, .sourceStop, .sourceRestart, .sourceRaw:
        return SourceChoice.self
    case .sourcePush: return SourcePush.self
    case .fixLast: return FixQuery.self
    case .eventsSubscribe: return SubscribeRequest.self
    case .eventsList: return EventQuery.self
    case .visitList: return VisitQuery.self
    case .consumerAcknowledge: return ConsumerAcknowledgement.self
    case .consumerInspect, .consumerPause, .consumerResume, .consumerTest,
        .consumerRemove:
        return ConsumerChoice.self
    case .consumerRewind: return ConsumerRewind.self
    case .recordingRead: return RecordingQuery.self
    case .kindEnable, .kindDisable: return KindChoice.self
    }
}
