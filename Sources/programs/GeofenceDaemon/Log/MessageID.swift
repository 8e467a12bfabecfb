import ControlProtocol

/// The message IDs of journal entries, one for each kind: drawn at random once, never changed.
///
/// The message catalog explains them; `journalctl MESSAGE_ID=…` finds the entries.
enum MessageID {
    /// Returns the message ID for events of that type.
    static func of(_ type: EventType) -> String {
        switch type {
        case .entered: "a5a98647078346888ca0c0dc849c4710"
        case .exited: "2644d1e8a1724155ad1e729263fbf3c3"
        case .dwelled: "ec39c2260a6646dca02538d6feb3d340"
        case .feedStale: "c92c3bfe0d6f4ea0b0e6dead5b483368"
        case .feedResumed: "fc0a7cc4fd68451eb7a9c7e6c8ec3f69"
        case .timeReset: "408f7aa4fbb14dfbac6a24f3a95cc2e8"
        case .fixesLate: "37d613f555874d88818178226b7cd1be"
        case .possiblePass: "88bf1137978d41c6bff6524ed0560f07"
        case .flapping: "38beb90c450f492a9dd2833c763745c5"
        case .resumed: "c1155510cfc7409fb5552425661cb565"
        case .fenceAdded: "749952a302344a13857d196830e75c9e"
        case .fenceChanged: "23e299bdcb2942a0a97b6a39e09b9e31"
        case .fenceRemoved: "5d040e9048304d1d9b1746afd3750152"
        case .fenceExpired: "8df610ee8af64150aef9bd60deb683d9"
        case .fenceInvalid: "c3768b1d134c4954b8bc125701be98ce"
        case .fenceValid: "79a24ec79e8645448863e949aa94134d"
        case .visitClosed: "4ec376803e8d4321ac2c4fe4ffbf6f26"
        case .monitorStarted: "dcf13abc39a544258c17c437cc18eca5"
        case .monitorStopped: "c1432a1452b04581ba709eb231c13846"
        case .monitorFailed: "0fc52b66e0d24f03ab9af9847b0fdeb3"
        case .daemonStarted: "e87d414fbf754b58833e89cf08a450ae"
        case .daemonStopped: "1aaf4a5d1f214ea3bcf2c74f0c505aeb"
        case .sourceChanged: "ff8c9d09815941e98d2b2bd5469eee94"
        case .storageReset: "b687f783a9524a239ba289dc221f8055"
        case .storageFailed: "174858e044ae4bcba119078d5132b10f"
        case .storageResumed: "dce99cca364f4c78a8779b8ce5be3775"
        case .gap: "98e80c369afe4cd1aa35aa98c647f593"
        }
    }

    /// The configuration was read again, or was refused.
    static let reload = "9c7462d2f6cf4d19a5f44b86745dd989"
    /// Compiled fences were created again or could not be stored.
    static let compiled = "5ccec42a2a9b4e2ea2e87193d2a27b9f"
    /// The daemon could not start.
    static let startFailed = "46d5f031520d4a7aa332542f14707983"
}
