import Chronology

/// The parts of both halves by their names.
extension FenceState {
    var reported: FenceRecord.Side {
        get { settled.reported }
        set { settled.reported = newValue }
    }
    var raw: FenceRecord.Side {
        get { settled.raw }
        set { settled.raw = newValue }
    }
    var window: IgnoreWindow {
        get { settled.window }
        set { settled.window = newValue }
    }
    var suppressedToggles: Int {
        get { settled.suppressedToggles }
        set { settled.suppressedToggles = newValue }
    }
    var changedAt: UTCInstant? {
        get { settled.changedAt }
        set { settled.changedAt = newValue }
    }
    var visit: Visit? {
        get { settled.visit }
        set { settled.visit = newValue }
    }
    var dwell: DwellClock? {
        get { settled.dwell }
        set { settled.dwell = newValue }
    }
    var hold: UnknownReason? {
        get { open.hold }
        set { open.hold = newValue }
    }
    var heldSince: BootInstant? {
        get { open.heldSince }
        set { open.heldSince = newValue }
    }
    var poorSince: Adrift? {
        get { open.poorSince }
        set { open.poorSince = newValue }
    }
    var adrift: Adrift? {
        get { open.adrift }
        set { open.adrift = newValue }
    }
    var reportedAt: BootInstant? { settled.reportedAt }
    var pending: PendingChange? { open.pending }
    var heldBack: Crossing? { open.heldBack }
}
