import Geofencing

extension SourceSettings {
    /// Reads `[source.NAME]`; nil when it does not say what it is.
    static func read(_ name: String, _ table: inout TableReader) -> SourceSettings? {
        table.checkName(name)
        let kind = SourceKind.read(&table)
        var source = SourceSettings(name: name, kind: kind ?? .auto)
        source.decoding = DecodingSettings.read(&table)
        source.feed = FeedSettings.read(&table)
        source.dutyCycle = DutyCycle.read(&table)
        return kind == nil ? nil : source
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
    fileprivate static func read(_ table: inout TableReader) -> FeedSettings {
        let longest = MonitorDefinition.longestPeriod_s
        var feed = FeedSettings()
        feed.stale_s = table.number("stale_s", 0.1...longest)
        feed.maxGap_s = table.number("max_gap_s", 0...longest) ?? feed.maxGap_s
        feed.maxSpeed_mps = table.number("max_speed_mps", 0.1...1e5) ?? feed.maxSpeed_mps
        feed.reorder_s = table.number("reorder_s", 0...3600) ?? feed.reorder_s
        if table.isWord("doppler_margin_mps", "off") {
            feed.dopplerMargin_mps = nil
        } else {
            feed.dopplerMargin_mps =
                table.number("doppler_margin_mps", 0...1e5, orWord: "off")
                ?? feed.dopplerMargin_mps
        }
        feed.resumeMax_s = table.number("resume_max_s", 0...longest) ?? feed.resumeMax_s
        return feed
    }
}

extension DutyCycle {
    fileprivate static func read(_ table: inout TableReader) -> DutyCycle? {
        let longest = MonitorDefinition.longestPeriod_s
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
