/// Everything that can happen to the engine. Time comes in beside it.
///
/// A fix comes many times a second, the rest hardly ever: payloads larger than a fix are boxed, so
/// that an input is copied in a few words.
public enum Input: Sendable {
    /// A fix of a source.
    case fix(LocationUpdate, source: String)
    /// A fix of a source of which expressions read more: see
    /// `EngineConfiguration.sourcesWithDetails`.
    indirect case detailedFix(LocationUpdate, FixDetails, source: String)
    /// A source began to deliver (true) or ceased to (false); what it delivers comes as fixes.
    case feedRunning(Bool, source: String)
    /// A source was stopped and started again, was changed by a reload, or plays its recording again
    /// from the start: its next fix begins a new time base if it is out of order.
    case sourceRestarted(source: String)
    /// What the wall clock says: nanoseconds of UTC since 1970 less nanoseconds of the boot clock, or
    /// nil while the wall clock is not trusted. Sent at the start, after every step of the clock and
    /// when its trust changes; not trusted until the first is sent.
    case wallClock(offset_ns: Int64?)
    /// Time has passed; due timers fire. Sent at `Engine.nextDeadline` or later.
    case tick
    /// A new configuration as a whole: what differs from the present one is changed, and nothing
    /// else.
    indirect case configure(EngineConfiguration)
    /// Fences of a set changed at run time, in one step.
    indirect case changeFences(FenceSetName, [FenceSetChange])
    /// A kind of fence is switched on or off.
    case setKind(FenceKind, enabled: Bool)
    /// A command to one monitor.
    case monitor(String, MonitorCommand)
    /// What became of the message expression of a monitor at events of one input: a sentence when it
    /// failed at the last of them, nil when all was well there, and at how many it failed.
    indirect case messagesComposed(monitor: String, problem: String?, failures: Int)
    /// What an earlier run saved; sent after `configure` and before the first fix.
    case restore(SavedState)
}

/// What can be asked of a monitor.
public enum MonitorCommand: String, Sendable, Hashable, CaseIterable {
    /// Begin judging with unknown state. Asking again changes nothing.
    case start
    /// Cease judging and forget all state; open visits end unfinished.
    case stop
    /// Cease judging and keep the state.
    case pause
    /// Go on after a pause.
    case resume
}
