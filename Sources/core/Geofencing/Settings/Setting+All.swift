import Chronology
import Messages

extension Setting {
    /// The longest period in seconds: ten years. A longer period is most likely a wrong unit. With
    /// this limit, timers in nanoseconds are far from overflow.
    public static let longestPeriod_s = 315_360_000.0

    /// The longest distance in metres: half the circumference of the Earth.
    public static let longestDistance_m = 20_100_000.0

    private static let distance_m = Form.number(0...longestDistance_m)
    private static let period_s = Form.number(0...longestPeriod_s)
    private static let altitude_m = Form.number(-1e4...1e5)
    /// At -1 nothing is left of a fence. A value above 100 is probably a percentage.
    private static let share = Form.number(-1...100)
    private static let confirmation = Form.confirmation(fixes: 1...1000, seconds: 0...86400)
    private static let tolerance_m = Form.number(-longestDistance_m...longestDistance_m)

    /// All settings of monitors, kinds and fences. Hashes depend on this order: add a row anywhere,
    /// but do not reorder the rows that discard states.
    public static let all: [Setting] = [
        Setting("name", .own, monitor: Place(\.name)),
        Setting("id", .own, monitor: id),
        Setting("source", .own, monitor: Place(\.source), saved: .discarded),
        Setting("fences", .own, monitor: Place(\.fences), saved: .discarded),
        Setting("autostart", .flag, monitor: Place(\.autostart)),

        Setting("rule", .word(RuleType.self), monitor: Place(\.rule)),
        Setting(
            "relation", .word(SpatialRelationship.self), monitor: Place(\.relation),
            saved: .discarded, evaluated: [.fence(\.relation)]),
        Setting(
            "accuracy_mode", .word(AccuracyMode.self), monitor: Place(\.accuracyMode),
            saved: .discarded, evaluated: [.fix(\.mode)]),
        // At 1 the radius of the accuracy circle would be infinite.
        Setting(
            "accuracy_confidence", .number(0.01...0.9999), monitor: Place(\.accuracyConfidence),
            evaluated: [.fix(\.confidence)]),
        Setting(
            "assumed_accuracy_m", .number(0.001...longestDistance_m),
            monitor: Place(\.assumedAccuracy_m), evaluated: [.fix(\.assumed_m)]),
        Setting(
            "max_accuracy_m", .accuracyLimit(0.001...longestDistance_m),
            monitor: Place(\.accuracyLimit), evaluated: [.fix(\.limit)]),
        Setting("min_chord_m", distance_m, monitor: Place(\.minChord_m)),

        Setting("kind", .word(FenceKind.self), fence: Place(\.kind), saved: .discarded),
        Setting(
            "floor", .integer(-1000...1000), fence: Place(\.floor), saved: .discarded,
            evaluated: [.fence(\.floor)]),
        Setting(
            "enabled", .flag, kind: Place(\.enabled), fence: Place(\.enabled), saved: .hours),
        Setting(
            "buffer_m", distance_m, monitor: Place(\.buffer_m), fence: Place(\.buffer_m),
            saved: .discarded, evaluated: [.fence(\.buffer_m)]),
        Setting(
            "tolerance_enter", share, monitor: Place(\.toleranceEnter),
            kind: Place(\.toleranceEnter), fence: Place(\.toleranceEnter), saved: .discarded,
            evaluated: [.fence(\.toleranceEnter)]),
        Setting(
            "tolerance_exit", share, monitor: Place(\.toleranceExit), kind: Place(\.toleranceExit),
            fence: Place(\.toleranceExit), saved: .discarded, evaluated: [.fence(\.toleranceExit)]
        ),
        Setting(
            "tolerance_enter_m", tolerance_m, monitor: Place(\.toleranceEnter_m),
            kind: Place(\.toleranceEnter_m), fence: Place(\.toleranceEnter_m),
            saved: .discardedWhereGiven, evaluated: [.fence(\.enterOffset_m)]),
        Setting(
            "tolerance_exit_m", tolerance_m, monitor: Place(\.toleranceExit_m),
            kind: Place(\.toleranceExit_m), fence: Place(\.toleranceExit_m),
            saved: .discardedWhereGiven, evaluated: [.fence(\.exitOffset_m)]),
        Setting(
            "confirm_enter", confirmation, monitor: Place(\.confirmEnter),
            fence: Place(\.confirmEnter)),
        Setting(
            "confirm_exit", confirmation, monitor: Place(\.confirmExit),
            fence: Place(\.confirmExit)),
        Setting("initial", .word(InitialTrigger.self), monitor: Place(\.initial)),
        Setting(
            "ignore_period_s", period_s, monitor: Place(\.ignorePeriod_s),
            kind: Place(\.ignorePeriod_s), fence: Place(\.ignorePeriod_s)),
        Setting("cause_respects_ignore", .flag, monitor: Place(\.causeRespectsIgnore)),
        Setting("flap_cap_s", .number(0.001...longestPeriod_s), monitor: Place(\.flapCap_s)),
        Setting(
            "dwell_s", .number(0.001...longestPeriod_s), monitor: Place(\.dwell_s),
            fence: Place(\.dwell_s)),
        Setting(
            "dwell_repeat_s", .number(1...longestPeriod_s), monitor: Place(\.dwellRepeat_s),
            fence: Place(\.dwellRepeat_s)),
        Setting(
            "dwell_max_gap_s", period_s, monitor: Place(\.dwellMaxGap_s),
            fence: Place(\.dwellMaxGap_s)),
        Setting(
            "floor_policy", .word(FloorPolicy.self), monitor: Place(\.floorPolicy),
            kind: Place(\.floorPolicy), evaluated: [.fence(\.floorPolicy)]),
        Setting("floor_hold_s", period_s, monitor: Place(\.floorHold_s)),
        Setting(
            "altitude_min_m", altitude_m, fence: Place(\.altitudeMinimum_m), saved: .discarded,
            evaluated: [.fence(\.altitude)]),
        Setting(
            "altitude_max_m", altitude_m, fence: Place(\.altitudeMaximum_m), saved: .discarded,
            evaluated: [.fence(\.altitude)]),
        Setting("expires_at", .time, fence: Place(\.expiresAt), saved: .hours),
        Setting(
            "schedule", .hours, monitor: Place(\.schedule), fence: Place(\.schedule),
            saved: .hours),
        Setting("time_zone", .own, monitor: timeZone, saved: .hours),

        Setting("message", .text(mayBeEmpty: false), monitor: message),
        // An empty expression is valid and gives an empty message.
        Setting("message_expression", .text(mayBeEmpty: true), monitor: messageExpression),
        Setting("requested_actions", .texts, monitor: Place(\.requestedActions)),
        Setting("actions", .texts, monitor: Place(\.actions)),
    ]

    private static let id = Place<MonitorDefinition>(isOptional: false) {
        .text($0.id)
    } set: {
        $0.givenID = $1.converted()
    }

    private static let timeZone = Place<MonitorDefinition>(isOptional: true) {
        $0.timeZone.map { .text($0.name) }
    } set: {
        $0.timeZone = ZoneRule($1.converted())
    }

    private static let message = Place<MonitorDefinition>(isOptional: true) {
        if case .template(let template) = $0.message { .text(template.text) } else { nil }
    } set: {
        $0.message = .template(MessageTemplate($1.converted()))
    }

    private static let messageExpression = Place<MonitorDefinition>(isOptional: true) {
        if case .expression(let message) = $0.message {
            .text(message.text)
        } else {
            nil
        }
    } set: {
        $0.message = .expression(MessageExpression($1.converted()))
    }
}
