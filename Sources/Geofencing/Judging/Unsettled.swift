import Chronology

/// What is open about a fence under one monitor. Of most fences, nothing is.
struct Unsettled: Sendable, Hashable {
    /// A change that has yet to be confirmed.
    var pending: PendingChange?
    /// The last raw change, while it is held back.
    var heldBack: Crossing?
    /// How long changes have been held back, from the first of them to the next report.
    var flapping: FlappingClock?
    /// Why the last fix said nothing about the fence.
    var hold: UnknownReason?
    /// The last fix that said something, while `hold` lasts.
    var heldSince: BootInstant?
    /// The last fix before the feed was lost, until a decisive fix is there.
    var adrift: Adrift?

    /// Whether nothing is open.
    var isEmpty: Bool {
        pending == nil && heldBack == nil && flapping == nil && hold == nil && heldSince == nil
            && adrift == nil
    }
}

extension FenceState {
    var pending: PendingChange? {
        get { unsettled?.value.pending }
        set { if unsettled != nil || newValue != nil { change { $0.pending = newValue } } }
    }

    /// The last raw change, while it is held back.
    var heldBack: Crossing? {
        get { unsettled?.value.heldBack }
        set { if unsettled != nil || newValue != nil { change { $0.heldBack = newValue } } }
    }

    /// Why the last fix said nothing about the fence.
    var hold: UnknownReason? {
        get { unsettled?.value.hold }
        set { if unsettled != nil || newValue != nil { change { $0.hold = newValue } } }
    }

    /// The last fix that said something, while `hold` lasts.
    var heldSince: BootInstant? {
        get { unsettled?.value.heldSince }
        set { if unsettled != nil || newValue != nil { change { $0.heldSince = newValue } } }
    }

    /// The last fix before the feed was lost, until a decisive fix is there.
    var adrift: Adrift? {
        get { unsettled?.value.adrift }
        set { if unsettled != nil || newValue != nil { change { $0.adrift = newValue } } }
    }

    /// Whether the next fixes have still to tell where the receiver is.
    var isInDoubt: Bool {
        guard let unsettled else { return false }
        let matters = unsettled.value
        return matters.pending != nil || matters.hold != nil || matters.adrift != nil
    }

    /// A fix has decided where the receiver is.
    mutating func endDoubt() {
        guard unsettled != nil else { return }
        change {
            $0.hold = nil
            $0.heldSince = nil
            $0.adrift = nil
        }
    }

    /// No change waits to be confirmed any more.
    mutating func endPending() {
        if unsettled != nil { pending = nil }
    }

    /// Counts a change that is held back.
    mutating func countToggle(
        to side: FenceRecord.Side, at now: BootInstant, cap_s: Double
    ) -> FlappingClock.Finding? {
        guard var clock = unsettled?.value.flapping ?? reportedAt.map(FlappingClock.init) else {
            return nil
        }
        defer { change { $0.flapping = clock } }
        return clock.toggle(to: side, at: now, cap_s: cap_s)
    }

    /// What was held back has been told, or need not be any more.
    mutating func endHolding() {
        guard unsettled != nil else { return }
        change {
            $0.heldBack = nil
            $0.flapping = nil
        }
    }

    private mutating func change(_ body: (inout Unsettled) -> Void) {
        var matters = unsettled?.value ?? Unsettled()
        body(&matters)
        unsettled = matters.isEmpty ? nil : .value(matters)
    }
}
