public import Fixes

/// An input of the engine. Its time is passed separately.
///
/// A fix arrives many times a second, other inputs are rare. Payloads larger than a fix are
/// therefore boxed, so that copying an input is cheap.
public enum Input: Sendable {
    /// A fix of a source.
    case fix(LocationUpdate, source: String)
    /// A fix with details, from a source for which expressions read them: see
    /// `EngineConfiguration.sourcesWithDetails`.
    indirect case detailedFix(LocationUpdate, FixDetails, source: String)
    /// A source began (true) or ceased (false) to deliver fixes. The fixes arrive as separate
    /// inputs.
    case feedRunning(Bool, source: String)
    /// A source was restarted, was changed by a reload, or plays its recording again from the
    /// start. Its next fix begins a new time base if it is out of order.
    case sourceRestarted(source: String)
    /// The offset of the wall clock: UTC nanoseconds since 1970 minus nanoseconds of the boot
    /// clock; nil while the wall clock is not trusted. Sent at the start, after every step of the
    /// clock and when its trust changes. The clock is not trusted before the first of these inputs.
    case wallClock(offset_ns: Int64?)
    /// Time has passed, so that timers fire. Sent at `Engine.nextDeadline` or later.
    case tick
    /// A complete new configuration. Only what differs from the present one changes.
    indirect case configure(EngineConfiguration)
    /// Runtime changes to the fences of a set, applied as one step.
    indirect case changeFences(FenceSetName, [FenceSetChange])
    /// Switches a kind of fence on or off.
    case setKind(FenceKind, enabled: Bool)
    /// A command to one monitor.
    case monitor(String, MonitorCommand)
    /// The result of the message expression of a monitor for the events of one input: the error of
    /// the last event, nil when the expression succeeded there, and the number of events at which
    /// it failed.
    indirect case messagesComposed(monitor: String, problem: String?, failures: Int)
    /// The state that an earlier run saved. Sent after `configure` and before the first fix.
    case restore(SavedState)
}

/// A command to a monitor.
public enum MonitorCommand: String, Sendable, Hashable, CaseIterable {
    /// Starts the evaluation with unknown state. Has no effect on a started monitor.
    case start
    /// Stops the evaluation and discards all state; open visits end without an exit.
    case stop
    /// Stops the evaluation and keeps the state.
    case pause
    /// Continues after a pause.
    case resume
}
