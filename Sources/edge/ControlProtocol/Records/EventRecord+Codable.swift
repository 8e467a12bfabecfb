extension EventRecord: Codable {
    /// The keys on the wire.
    enum Key: String, CodingKey, CaseIterable {
        case seq, event_id, type, monitor, fence, fence_name, fence_kind, source, visit
        case entered_at, crossed_at, crossed_at_error_s, crossed_lat, crossed_lon, method, bracket
        case decided_at, emitted_at, initial, inferred, deferred, late, jump, cause
        case lat, lon, accuracy_m, accuracy_level, distance_m, floor, speed_mps, course_deg
        case altitude_m, fix_time, suppressed_toggles, gap_s, message, actions, properties, why
        case device, monitor_id
        case message_properties, was_inside, inside, figures, history, late_reason, test
    }

    /// Encodes nil as null for the common keys of a transition, and omits it for other keys.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        let isTransition = isTransition
        func put(_ value: (some Encodable)?, _ key: Key) throws {
            if value != nil || isTransition { try container.encode(value, forKey: key) }
        }
        func put(flag: Bool, _ key: Key) throws {
            if flag || isTransition { try container.encode(flag, forKey: key) }
        }
        try container.encode(seq, forKey: .seq)
        try container.encode(event_id, forKey: .event_id)
        try container.encode(type, forKey: .type)
        try container.encodeIfPresent(device, forKey: .device)
        try put(monitor, .monitor)
        try container.encodeIfPresent(monitor_id, forKey: .monitor_id)
        try put(fence, .fence)
        try put(fence_name, .fence_name)
        try put(fence_kind, .fence_kind)
        try put(source, .source)
        try put(visit, .visit)
        try put(entered_at, .entered_at)
        try put(crossed_at, .crossed_at)
        try put(crossed_at_error_s, .crossed_at_error_s)
        try put(crossed_lat, .crossed_lat)
        try put(crossed_lon, .crossed_lon)
        try put(method, .method)
        try put(bracket, .bracket)
        try put(decided_at, .decided_at)
        try put(emitted_at, .emitted_at)
        try put(flag: initial, .initial)
        try put(flag: inferred, .inferred)
        try put(flag: deferred, .deferred)
        try put(flag: late, .late)
        try put(flag: jump, .jump)
        try put(cause, .cause)
        try put(lat, .lat)
        try put(lon, .lon)
        try put(accuracy_m, .accuracy_m)
        try put(accuracy_level, .accuracy_level)
        try put(distance_m, .distance_m)
        try put(floor, .floor)
        try put(speed_mps, .speed_mps)
        try put(course_deg, .course_deg)
        try put(altitude_m, .altitude_m)
        try put(fix_time, .fix_time)
        try put(suppressed_toggles, .suppressed_toggles)
        try put(gap_s, .gap_s)
        try put(message, .message)
        try put(actions, .actions)
        try container.encodeIfPresent(message_properties, forKey: .message_properties)
        try put(properties, .properties)
        try put(why, .why)
        try container.encodeIfPresent(was_inside, forKey: .was_inside)
        try container.encodeIfPresent(inside, forKey: .inside)
        try container.encodeIfPresent(figures, forKey: .figures)
        try container.encodeIfPresent(late_reason, forKey: .late_reason)
        if history { try container.encode(history, forKey: .history) }
        if test { try container.encode(test, forKey: .test) }
    }

    /// Decodes a record; only `seq`, `event_id` and `type` are required.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        try self.init(container)
        properties = try container.decodeIfPresent(RawJSON.self, forKey: .properties)
        message_properties = try container.decodeIfPresent(
            RawJSON.self, forKey: .message_properties)
    }

    /// Decodes the record of a line without the fence's properties, whose cost grows with their
    /// size. Throws a `DecodingError` when the line is not a record.
    public init(withoutPropertiesOf line: some Collection<UInt8>) throws {
        self = try Wire.value(WithoutProperties.self, from: line).record
    }

    private struct WithoutProperties: Decodable {
        var record: EventRecord

        init(from decoder: any Decoder) throws {
            record = try EventRecord(try decoder.container(keyedBy: Key.self))
        }
    }

    private init(_ container: KeyedDecodingContainer<Key>) throws {
        func take<Value: Decodable>(_ key: Key) throws -> Value? {
            try container.decodeIfPresent(Value.self, forKey: key)
        }
        seq = try container.decode(Int64.self, forKey: .seq)
        event_id = try container.decode(String.self, forKey: .event_id)
        type = try container.decode(String.self, forKey: .type)
        device = try take(.device)
        monitor = try take(.monitor)
        monitor_id = try take(.monitor_id)
        fence = try take(.fence)
        fence_name = try take(.fence_name)
        fence_kind = try take(.fence_kind)
        source = try take(.source)
        visit = try take(.visit)
        entered_at = try take(.entered_at)
        crossed_at = try take(.crossed_at)
        crossed_at_error_s = try take(.crossed_at_error_s)
        crossed_lat = try take(.crossed_lat)
        crossed_lon = try take(.crossed_lon)
        method = try take(.method)
        bracket = try take(.bracket)
        decided_at = try take(.decided_at)
        emitted_at = try take(.emitted_at)
        initial = try take(.initial) ?? false
        inferred = try take(.inferred) ?? false
        deferred = try take(.deferred) ?? false
        late = try take(.late) ?? false
        jump = try take(.jump) ?? false
        cause = try take(.cause)
        lat = try take(.lat)
        lon = try take(.lon)
        accuracy_m = try take(.accuracy_m)
        accuracy_level = try take(.accuracy_level)
        distance_m = try take(.distance_m)
        floor = try take(.floor)
        speed_mps = try take(.speed_mps)
        course_deg = try take(.course_deg)
        altitude_m = try take(.altitude_m)
        fix_time = try take(.fix_time)
        suppressed_toggles = try take(.suppressed_toggles)
        gap_s = try take(.gap_s)
        message = try take(.message)
        actions = try take(.actions)
        why = try take(.why)
        was_inside = try take(.was_inside)
        inside = try take(.inside)
        figures = try take(.figures)
        history = try take(.history) ?? false
        late_reason = try take(.late_reason)
        test = try take(.test) ?? false
    }
}
