internal import CSystemd
internal import Glibc

/// The service manager of this machine, on the system bus (org.freedesktop.systemd1(5)).
///
/// Calls wait for the answer, at most for the 25 s of libsystemd. Use it on one thread.
@safe public final class ServiceManager {
    /// Why the manager did not do what it was asked.
    public struct Failure: Error, Hashable, Sendable {
        /// One sentence without its full stop.
        public var reason: String
    }

    /// What a unit does.
    public struct UnitState: Hashable, Sendable {
        /// As `ActiveState=`: `active`, `inactive`, `failed`, `activating`, `deactivating`…
        public var active: String
        /// Whether a job waits or runs.
        public var hasJob: Bool
    }

    /// How the main process of a service ended.
    public struct ServiceResult: Hashable, Sendable {
        /// As `Result=`: `success`, `exit-code`, `signal`, `timeout`, `oom-kill`…
        public var result: String
        /// As `si_code` of SIGCHLD: `CLD_EXITED`, `CLD_KILLED` or `CLD_DUMPED`; 0 when no process ran.
        public var code: Int32
        /// The exit status, or the number of the signal.
        public var status: Int32

        /// Creates a result.
        public init(result: String, code: Int32, status: Int32) {
            self.result = result
            self.code = code
            self.status = status
        }
    }

    private static let name = "org.freedesktop.systemd1"
    private static let path = "/org/freedesktop/systemd1"
    private static let manager = name + ".Manager"
    private static let unit = name + ".Unit"
    private static let service = name + ".Service"

    private let bus: OpaquePointer
    /// Why the manager can no longer be reached; nil while it can. The process has to connect again.
    public private(set) var loss: String?

    /// Connects to the manager and subscribes to its signals.
    public init() throws(Failure) {
        var bus: OpaquePointer?
        let opened = unsafe sd_bus_open_system(&bus)
        guard opened >= 0, let bus = unsafe bus else {
            throw Failure(reason: "the system bus cannot be reached: \(Self.reason(-opened))")
        }
        unsafe self.bus = unsafe bus
        try match(
            "type='signal',sender='\(Self.name)',interface='\(Self.manager)',member='JobRemoved'")
        try call("Subscribe")
    }

    deinit { unsafe sd_bus_flush_close_unref(bus) }

    /// The descriptor to poll for signals.
    public var descriptor: Int32 { unsafe sd_bus_get_fd(bus) }

    /// Reads the signals that arrived. Returns the results of the jobs that ended, such as `done`, by the paths of
    /// the jobs; nil when no signal arrived.
    public func readSignals() -> [String: String]? {
        var results: [String: String]?
        while true {
            var message: OpaquePointer?
            let outcome = unsafe sd_bus_process(bus, &message)
            defer { unsafe sd_bus_message_unref(message) }
            if outcome < 0 { _ = lost(-outcome) }
            guard outcome > 0 else { return results }
            guard let message = unsafe message else { continue }
            results = results ?? [:]
            guard unsafe sd_bus_message_is_signal(message, Self.manager, "JobRemoved") > 0 else {
                continue
            }
            var number: UInt32 = 0
            guard unsafe sd_bus_message_read_basic(message, BusValue.type("u"), &number) > 0,
                let job = unsafe Self.text(in: message, "o"),
                unsafe Self.text(in: message, "s") != nil,
                let result = unsafe Self.text(in: message, "s")
            else { continue }
            results?[job] = result
        }
    }

    /// Subscribes to the changes of a unit.
    public func watch(_ unit: String) throws(Failure) { try match(Self.changes(of: unit)) }

    /// Ends `watch`, and releases the unit when it was started with `AddRef`.
    public func release(_ unit: String, isReferenced: Bool) {
        _ = try? bus("RemoveMatch", Self.changes(of: unit))
        if isReferenced { _ = try? call("UnrefUnit", .text(unit)) }
    }

    /// Starts a unit that exists only for this start. Returns the path of the job.
    public func startTransient(
        _ unit: String, _ properties: [UnitProperty]
    ) throws(Failure) -> String {
        try job(
            "StartTransientUnit", .text(unit), .text("fail"),
            .list(of: "(sv)", properties.map(\.entry)), .list(of: "(sa(sv))", []))
    }

    /// Starts a unit. Returns the path of the job.
    public func start(_ unit: String) throws(Failure) -> String {
        try job("StartUnit", .text(unit), .text("replace"))
    }

    /// Stops a unit; does not wait for its end.
    public func stop(_ unit: String) throws(Failure) {
        try call("StopUnit", .text(unit), .text("replace"))
    }

    /// Returns the names of the loaded units that fit a pattern, in no particular order.
    ///
    /// - Parameter states: only units in one of these states, such as `active`; empty for all.
    public func units(
        like pattern: String, in states: [String] = []
    ) throws(Failure) -> [String] {
        let message = try call("ListUnitsByPatterns", .texts(states), .texts([pattern]))
        let fields = "ssssssouso"
        guard
            unsafe sd_bus_message_enter_container(message.raw, BusValue.type("a"), "(\(fields))")
                > 0
        else { throw unreadable }
        var names: [String] = []
        while unsafe sd_bus_message_enter_container(message.raw, BusValue.type("r"), fields) > 0 {
            guard let name = unsafe Self.text(in: message.raw, "s"),
                unsafe sd_bus_message_skip(message.raw, String(fields.dropFirst())) >= 0,
                unsafe sd_bus_message_exit_container(message.raw) >= 0
            else { throw unreadable }
            names.append(name)
        }
        return names
    }

    /// Returns what a unit does.
    public func state(of unit: String) throws(Failure) -> UnitState {
        let active = try text(unit, Self.unit, "ActiveState")
        var number: UInt32 = 0
        let message = try property(unit, Self.unit, "Job")
        guard unsafe sd_bus_message_enter_container(message.raw, BusValue.type("v"), "(uo)") > 0,
            unsafe sd_bus_message_enter_container(message.raw, BusValue.type("r"), "uo") > 0,
            unsafe sd_bus_message_read_basic(message.raw, BusValue.type("u"), &number) > 0
        else { throw unreadable }
        return UnitState(active: active, hasJob: number != 0)
    }

    /// Returns how the last run of a service ended. Fails for a unit that is no service.
    public func result(of unit: String) throws(Failure) -> ServiceResult {
        ServiceResult(
            result: try text(unit, Self.service, "Result"),
            code: try integer(unit, Self.service, "ExecMainCode"),
            status: try integer(unit, Self.service, "ExecMainStatus"))
    }

    // MARK: - Calls

    /// An answer, which is read in order.
    @safe private struct Answer: ~Copyable {
        let raw: OpaquePointer
        deinit { unsafe sd_bus_message_unref(raw) }
    }

    private var unreadable: Failure { Failure(reason: "the answer of systemd cannot be read") }

    private static func changes(of unit: String) -> String {
        "type='signal',sender='\(name)',path='\(object(unit))',member='PropertiesChanged'"
    }

    private static func object(_ unit: String) -> String {
        var object: UnsafeMutablePointer<CChar>?
        guard unsafe sd_bus_path_encode(path + "/unit", unit, &object) >= 0,
            let object = unsafe object
        else { return path }
        defer { unsafe free(object) }
        return unsafe String(cString: object)
    }

    private func match(_ rule: String) throws(Failure) { try bus("AddMatch", rule) }

    private func bus(_ method: String, _ rule: String) throws(Failure) {
        let bus = "org.freedesktop.DBus"
        _ = try call(bus, "/org/freedesktop/DBus", bus, method, [.text(rule)])
    }

    @discardableResult
    private func call(_ method: String, _ arguments: BusValue...) throws(Failure) -> Answer {
        try call(Self.name, Self.path, Self.manager, method, arguments)
    }

    private func job(_ method: String, _ arguments: BusValue...) throws(Failure) -> String {
        let answer = try call(Self.name, Self.path, Self.manager, method, arguments)
        guard let job = unsafe Self.text(in: answer.raw, "o") else { throw unreadable }
        return job
    }

    private func property(
        _ unit: String, _ interface: String, _ name: String
    ) throws(Failure) -> Answer {
        try call(
            Self.name, Self.object(unit), "org.freedesktop.DBus.Properties", "Get",
            [.text(interface), .text(name)])
    }

    private func text(
        _ unit: String, _ interface: String, _ name: String
    ) throws(Failure) -> String {
        let answer = try property(unit, interface, name)
        guard unsafe sd_bus_message_enter_container(answer.raw, BusValue.type("v"), "s") > 0,
            let text = unsafe Self.text(in: answer.raw, "s")
        else { throw unreadable }
        return text
    }

    private func integer(
        _ unit: String, _ interface: String, _ name: String
    ) throws(Failure) -> Int32 {
        let answer = try property(unit, interface, name)
        var integer: Int32 = 0
        guard unsafe sd_bus_message_enter_container(answer.raw, BusValue.type("v"), "i") > 0,
            unsafe sd_bus_message_read_basic(answer.raw, BusValue.type("i"), &integer) > 0
        else { throw unreadable }
        return integer
    }

    private static func text(in message: OpaquePointer, _ type: Unicode.Scalar) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe sd_bus_message_read_basic(message, BusValue.type(type), &text) > 0,
            let text = unsafe text
        else { return nil }
        return unsafe String(cString: text)
    }

    private func call(
        _ name: String, _ path: String, _ interface: String, _ method: String,
        _ arguments: [BusValue]
    ) throws(Failure) -> Answer {
        var request: OpaquePointer?
        var outcome = unsafe sd_bus_message_new_method_call(
            bus, &request, name, path, interface, method)
        defer { unsafe sd_bus_message_unref(request) }
        guard outcome >= 0, let request = unsafe request else { throw lost(-outcome) }
        for argument in arguments {
            outcome = unsafe argument.append(to: request)
            guard outcome >= 0 else { throw Failure(reason: Self.reason(-outcome)) }
        }
        var answer: OpaquePointer?
        var error = unsafe sd_bus_error()
        defer { unsafe sd_bus_error_free(&error) }
        outcome = unsafe sd_bus_call(bus, request, 0, &error, &answer)
        if outcome >= 0, let answer = unsafe answer { return unsafe Answer(raw: answer) }
        // A refusal leaves the connection open. Whether the manager does what it has not answered to is not known.
        guard unsafe sd_bus_is_open(bus) > 0, outcome != -ETIMEDOUT else { throw lost(-outcome) }
        throw Failure(
            reason: unsafe error.message.map { unsafe String(cString: $0) }
                ?? Self.reason(-outcome))
    }

    private func lost(_ code: Int32) -> Failure {
        let failure = Failure(reason: "systemd cannot be reached: \(Self.reason(code))")
        loss = loss ?? failure.reason
        return failure
    }

    private static func reason(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
