internal import Geofencing

/// The keys of records and of the configuration by kind, for reports that hide positions. A key
/// that is not listed is left out of the report, so that a forgotten key cannot reveal a position.
enum ReportKeys {
    /// Numbers that cannot reveal a position, and objects of such numbers with names that the
    /// product defines.
    static let numbers = settings(.numbers).union([
        // Records.
        "accuracy_level", "accuracy_m", "age_s", "altitude_m", "baud", "boot_ns", "bytes",
        "bytes_limit",
        "clients", "count", "count_limit", "counters",
        "course_deg", "crossed_at_error_s", "days", "distance_m", "fences", "figures", "first_seq",
        "floor", "gap_s", "hdop", "heading_deg", "inside_more", "jamming", "lag", "left_out",
        "lost", "major", "memory_bytes", "message_failures", "minor", "mode", "next_seq", "number",
        "offset_ns",
        "oldest_age_s", "parked", "pending", "pid", "priority", "rate_hz", "retention_share",
        "satellites", "satellites_in_view", "seq", "speed_mps", "suppressed_toggles", "time_ns",
        "uptime_s", "used_bytes", "vertical_accuracy_m",
        // The configuration.
        "altitude_max_m", "altitude_min_m", "doppler_margin_mps", "fixes", "hysteresis_m",
        "interval_s", "keep_events", "keep_mib", "max_gap_s", "max_speed_mps", "port",
        "record_days", "record_mib", "reorder_s", "rest_s",
        "resume_max_s", "scan_s", "seconds", "speed", "stale_s", "uere_m",
    ])
    /// Words of the product, times and versions.
    static let words = settings(.words).union([
        // Records.
        "accuracy_basis", "acknowledged_at", "after", "before", "boot_id", "cause", "code",
        "config_loaded_at", "created_at", "crossed_at", "cursor", "decided_at", "emitted_at",
        "entered_at", "epoch", "error_at", "event", "event_id", "fence_kind", "fix_time", "global",
        "health", "known_since", "level", "method", "oldest", "oldest_at", "received_at", "refused",
        "seen_at",
        "server", "since", "started_at", "state", "status", "time", "type", "version",
        // The configuration.
        "arrival_check", "date_check", "frozen_check", "height_check", "order_check", "pace",
        "wall_clock", "zero_check",
    ])
    /// Keys of objects, lists, flags and sentences.
    static let others = settings(.others).union([
        "absent", "allow_null_island", "bracket", "clock_synchronized", "close_when_idle",
        "consumers",
        "deferred", "entered", "inferred", "json_line", "jump", "kinds", "last_fix", "last_known",
        "late",
        "monitors", "protocol", "recorder", "runtime", "runtime_fences",
        "runtime_monitors", "sources", "store",
        "warnings",
        "was_inside", "week_rollover",
        "daemon", "dead_reckoning", "defaults", "enabled", "fix_rollover", "floor_map", "floors",
        "loop", "record", "sentence", "sets_wall_clock", "test",
    ])
    /// Words of the user, each with the kind of word that replaces it.
    static let roles = [
        "actions": "action", "added": "monitor",
        "command": "text", "config": "path", "detail": "text",
        "device": "device", "from": "source", "id": "monitor", "monitor_id": "monitor",
        "fence": "fence", "fence_set": "set", "fences": "set", "group": "group",
        "holder": "text", "host": "host", "inside": "fence", "monitor": "monitor", "name": "text",
        "path": "path", "program": "program", "read_group": "group", "removed": "monitor",
        "replaced": "monitor", "requested_actions": "action",
        "socket": "path",
        "schedule": "hours", "source": "source", "state_directory": "path", "time_zone": "zone",
        "visit": "visit",
    ]
    /// Keys that are left out, names included.
    static let leftOut: Set = [
        "additional", "config_error", "error", "fence_name", "filter", "message",
        "message_expression",
        "message_properties",
        "problems", "properties", "waiting", "why",
    ]
    /// Positions.
    static let places: Set = [
        "building", "coordinates", "crossed_lat", "crossed_lon", "lat", "lon",
    ]

    private enum Group { case numbers, words, others }

    /// The settings of monitors and kinds whose values reveal no position. Keys whose values are
    /// texts of the user are listed above.
    private static func settings(_ group: Group) -> Set<String> {
        let own = Setting.all.filter { $0.monitor != nil || $0.kind != nil }.filter { setting in
            switch setting.form {
            case .number, .integer, .accuracyLimit: group == .numbers
            case .word: group == .words
            case .flag, .confirmation: group == .others
            case .text, .texts, .hours, .time, .own: false
            }
        }
        return Set(own.map(\.key))
    }

    /// Whether the key belongs to records or to the configuration.
    static func isKnown(_ key: some StringProtocol) -> Bool {
        let key = String(key)
        return numbers.contains(key) || words.contains(key) || others.contains(key)
            || roles[key] != nil || leftOut.contains(key) || places.contains(key)
    }
}
