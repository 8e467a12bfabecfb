import ConfigurationText
import Fixes
import Geofencing

extension SourceSettings {
    /// Reads `[source.NAME]`; nil when its type is missing or unknown.
    ///
    /// - Parameter parents: the sources from which others may derive.
    static func read(
        _ name: String, _ table: inout TableReader, parents: [String]
    ) -> SourceSettings? {
        table.checkName(name)
        let kind = SourceKind.read(&table, parents: parents)
        var source = SourceSettings(name: name, kind: kind ?? .auto)
        source.feed = FeedSettings.read(&table, of: source.kind)
        if case .derived? = kind { return source }
        source.decoding = DecodingSettings.read(&table)
        source.dutyCycle = DutyCycle.read(&table)
        source.closesWhenIdle = table.flag("close_when_idle") ?? false
        source.readSilence(&table)
        return kind == nil ? nil : source
    }

    /// Reads the key of the sources that may be TCP connections.
    private mutating func readSilence(_ table: inout TableReader) {
        switch kind {
        case .auto, .gpsd, .nmeaTCP:
            silence_s = table.number("silence_s", 0...Setting.longestPeriod_s)
        case .serial, .nmeaUDP, .exec, .socket, .recording, .simulated, .derived:
            guard table.has("silence_s") else { return }
            _ = table.take("silence_s")
            table.refuse(
                "silence_s",
                "belongs to a source of type \"gpsd\", \"nmea-tcp\" or \"auto\"; remove it")
        }
    }

    /// Copies origin and pace of the parent source; uses the system clock only if both do.
    mutating func follow(_ parent: FeedSettings) {
        feed.origin = parent.origin
        feed.pace = parent.pace
        feed.usesWallClock = feed.usesWallClock && parent.usesWallClock
    }
}

extension DecodingSettings {
    fileprivate static func read(_ table: inout TableReader) -> DecodingSettings {
        var decoding = DecodingSettings()
        decoding.uere_m = table.number("uere_m", 0.01...1000) ?? decoding.uere_m
        decoding.allowNullIsland = table.flag("allow_null_island") ?? decoding.allowNullIsland
        decoding.deadReckoning = table.flag("dead_reckoning") ?? decoding.deadReckoning
        decoding.fixRollover = table.flag("fix_rollover") ?? decoding.fixRollover
        return decoding
    }
}

extension FeedSettings {
    fileprivate static func read(
        _ table: inout TableReader, of kind: SourceKind
    ) -> FeedSettings {
        let longest = Setting.longestPeriod_s
        var feed = FeedSettings()
        (feed.origin, feed.pace) = kind.origin
        if case .derived(let parent) = kind { feed.parent = parent }
        feed.filter = table.text("filter").map(FixFilter.init)
        feed.stale_s = table.number("stale_s", 0.1...longest)
        feed.maxGap_s = table.number("max_gap_s", 0...longest) ?? feed.maxGap_s
        feed.maxSpeed_mps = table.number("max_speed_mps", 0.1...1e5, orOff: feed.maxSpeed_mps)
        feed.maxAcceleration_mps2 =
            table.number("max_acceleration_mps2", 0.01...1e5) ?? feed.maxAcceleration_mps2
        feed.reorder_s =
            table.number("reorder_s", 0...FeedSettings.longestReorder_s) ?? feed.reorder_s
        feed.dopplerMargin_mps = table.number(
            "doppler_margin_mps", 0...1e5, orOff: feed.dopplerMargin_mps)
        feed.readChecks(&table)
        feed.resumeMax_s = table.number("resume_max_s", 0...longest) ?? feed.resumeMax_s
        return feed
    }

    /// Reads the keys of the checks that are on by default.
    private mutating func readChecks(_ table: inout TableReader) {
        checksTimeOrder = table.check("order_check")
        checksDates = table.check("date_check")
        marksLateArrival = table.check("arrival_check")
        checksZeroCoordinates = table.check("zero_check")
        checksHeights = table.check("height_check")
        checksFrozen = table.check("frozen_check")
        usesWallClock = !(table.flag("sets_wall_clock") ?? false)
    }
}

extension SourceKind {
    /// The origin of the fixes, and the seconds of receiver time per second.
    fileprivate var origin: (FixOrigin, pace: Double) {
        switch self {
        case .auto, .serial, .gpsd, .nmeaTCP, .nmeaUDP, .exec, .socket, .derived:
            (.live, 1)
        case .recording(_, _, let speed, _): (.recording, speed)
        case .simulated: (.simulated, 1)
        }
    }
}

extension TableReader {
    /// Reads a number in a range; nil for `off`, and `usual` when the key is missing.
    fileprivate mutating func number(
        _ key: String, _ range: ClosedRange<Double>, orOff usual: Double?
    ) -> Double? {
        if isWord(key, "off") { return nil }
        return number(key, range, orWord: "off") ?? usual
    }

    /// Reads whether a check is on: `auto` (the default) or `off`.
    fileprivate mutating func check(_ key: String) -> Bool {
        word(key, ["auto", "off"]) != "off"
    }
}

extension DutyCycle {
    fileprivate static func read(_ table: inout TableReader) -> DutyCycle? {
        let longest = Setting.longestPeriod_s
        let scan_s = table.number("scan_s", 1...longest)
        let rest_s = table.number("rest_s", 0...longest) ?? 0
        guard rest_s > 0 else { return nil }
        guard let scan_s else {
            table.demand("scan_s", "the seconds to listen between two rests of rest_s")
            return nil
        }
        return DutyCycle(scan_s: scan_s, rest_s: rest_s)
    }
}
