/// The result of `rpc.discover`: the methods and notifications.
public struct Discovery: Sendable, Hashable, Codable {
    /// One method.
    public struct Entry: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// A one-sentence description.
        public var summary: String
        /// Its parameters; those in brackets are optional.
        public var params: [String]
        /// The required access: `read`, `consume` or `operate`.
        public var access: String
    }

    /// The protocol version.
    public var `protocol`: ProtocolVersion
    /// All methods.
    public var methods: [Entry]
    /// All kinds of notifications.
    public var notifications: [String]

    /// The discovery of this version.
    public static let current = Discovery(
        protocol: .current,
        methods: Method.allCases.map { method in
            let (summary, params) = method.description
            return Entry(
                name: method.rawValue, summary: summary, params: params,
                access: method.access.rawValue)
        },
        notifications: NotificationKind.allCases.map(\.rawValue))
}

extension Method {
    fileprivate var description: (summary: String, params: [String]) {
        switch self {
        case .daemonStatus: return ("The status of the daemon and all its parts.", [])
        case .monitorList: return ("All monitors with their state.", [])
        case .monitorInspect: return ("One monitor with all its settings.", ["monitor"])
        case .monitorStart: return ("Start to evaluate fences.", ["monitor"])
        case .monitorStop: return ("Stop evaluating fences and discard their state.", ["monitor"])
        case .monitorPause: return ("Stop evaluating fences and keep their state.", ["monitor"])
        case .monitorResume: return ("Evaluate fences again after a pause.", ["monitor"])
        case .monitorAdd: return ("Add a monitor.", ["monitor", "settings"])
        case .monitorSet: return ("Replace a monitor, or add it.", ["monitor", "settings"])
        case .monitorRemove: return ("Remove a monitor.", ["monitor"])
        case .monitorRevert:
            return ("Discard the changes of monitors made at run time.", ["[monitor]"])
        case .fenceList:
            return (
                "Fences with their state, page by page.",
                ["[monitor]", "[set]", "[state]", "[limit]", "[after]"]
            )
        case .fenceInspect: return ("One fence with its geometry.", ["fence", "[monitor]"])
        case .fenceAdd:
            return ("Add fences, all or none.", ["[set]", "[feature]", "[collection]"])
        case .fenceReplace:
            return (
                "Replace fences by others of the same ids, all or none.",
                ["[set]", "[feature]", "[collection]"]
            )
        case .fenceRemove: return ("Remove a fence.", ["[set]", "fence"])
        case .fenceSet: return ("Replace all fences of a set.", ["[set]", "collection"])
        case .fenceRevert:
            return ("Discard run-time changes of fences.", ["[set]", "[fences]"])
        case .fenceExplain:
            return ("Why a fence has its state.", ["fence", "[monitor]", "[at]"])
        case .sourceList: return ("All sources with their state.", [])
        case .sourceStatus: return ("One source with its counters.", ["source"])
        case .sourceStart: return ("Open a source.", ["source"])
        case .sourceStop: return ("Close a source.", ["source"])
        case .sourceRestart:
            return ("Close a source and open it again; its time may restart.", ["source"])
        case .sourcePush:
            return (
                "Push fixes to a source of type socket, live or as history.",
                ["source", "fixes", "[history]", "[more]"]
            )
        case .sourceRaw: return ("The bytes of a source as received.", ["source"])
        case .fixLast:
            return (
                "The last fix of each source.",
                ["[source]", "[follow]", "[accepted]", "[min_interval_s]", "[min_distance_m]"]
            )
        case .eventsSubscribe:
            return (
                "Subscribe to a stream of events.",
                [
                    "[since_seq]", "[cursor]", "[since_time]", "[last]", "[follow]", "[snapshot]",
                    "[types]", "[monitors]", "[fences]", "[consumer]", "[max_unacknowledged]",
                ]
            )
        case .eventsUnsubscribe: return ("End the stream.", [])
        case .eventsList:
            return (
                "Stored events.",
                [
                    "[since_seq]", "[cursor]", "[since_time]", "[last]", "[types]", "[monitors]",
                    "[fences]",
                ]
            )
        case .visitList:
            return (
                "Visits with their durations, page by page.",
                ["[monitor]", "[fence]", "[since_time]", "[last]", "[after]"]
            )
        case .consumerAcknowledge:
            return (
                "A consumer has processed events; answered when that is durable.",
                ["consumer", "[cursor]", "[parked]", "[error]", "[waiting]", "[test]"]
            )
        case .consumerList: return ("Every consumer with its lag.", [])
        case .consumerInspect: return ("One consumer with its parked events.", ["consumer"])
        case .consumerPause: return ("Send a consumer nothing until it is resumed.", ["consumer"])
        case .consumerResume: return ("Send a consumer events again.", ["consumer"])
        case .consumerRewind:
            return (
                "Move the cursor of a consumer.",
                ["consumer", "[cursor]", "[since_seq]", "[since_time]"]
            )
        case .consumerTest:
            return ("Send a consumer a test event; answered when it was delivered.", ["consumer"])
        case .consumerRemove: return ("Remove a consumer and its cursor.", ["consumer"])
        case .recordingRead:
            return (
                "The recorded inputs of the engine of the last days, page by page.",
                ["[since]", "[until]", "[source]", "[after]"]
            )
        case .recordingRemove: return ("Remove all recorded inputs.", [])
        case .kindEnable: return ("Evaluate fences of a kind.", ["kind"])
        case .kindDisable: return ("Stop evaluating fences of a kind.", ["kind"])
        case .configReload: return ("Read the configuration and all fences again.", [])
        case .configShow: return ("The configuration in use.", [])
        case .discover: return ("The methods and notifications.", [])
        }
    }
}
