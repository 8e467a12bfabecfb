import ConfigurationText
import Suggestions

extension SourceKind {
    /// The values of `type`, the most common first.
    static let words = [
        "auto", "serial", "gpsd", "nmea-tcp", "nmea-udp", "exec", "socket", "nmea-file", "gpx",
        "gpsd-log", "json-file", "simulated",
    ]

    /// The keys that belong to only some of the types.
    private static let keys = [
        "device", "baud", "host", "port", "command", "stop_timeout_s", "path", "speed", "speed_mps",
        "loop",
        "pace", "interval_s", "accuracy_m",
    ]

    /// Reads `type` and the keys that belong to it, or `from`; nil when the type is missing or unknown.
    ///
    /// - Parameter parents: the sources from which others may derive.
    static func read(_ table: inout TableReader, parents: [String]) -> SourceKind? {
        if let parent = table.text("from") { return derived(parent, parents, &table) }
        guard let word = table.word("type", words) else {
            table.demand("type", "one of \(words.joined(separator: ", "))")
            // Without a type these keys cannot be checked, so none of them is refused.
            for key in keys { _ = table.take(key) }
            return nil
        }
        let kind = read(word, &table)
        for key in keys where table.has(key) && !table.isKnown(key) {
            _ = table.take(key)
            table.refuse(key, "does not belong to a source of type \"\(word)\"; remove it")
        }
        return kind
    }

    private static func read(_ word: String, _ table: inout TableReader) -> SourceKind? {
        switch word {
        case "auto": return .auto
        case "serial": return serial(&table)
        case "gpsd":
            return .gpsd(
                host: table.text("host") ?? "127.0.0.1", port: table.port() ?? 2947,
                device: table.text("device"))
        case "nmea-tcp":
            table.demand("host", "the name or address of the server")
            table.demand("port", "the server's port")
            return .nmeaTCP(host: table.text("host") ?? "", port: table.port() ?? 0)
        case "nmea-udp":
            return .nmeaUDP(host: table.text("host") ?? "0.0.0.0", port: table.port() ?? 10110)
        case "exec": return exec(&table)
        case "socket": return .socket(path: table.socketPath("path"))
        case "simulated": return simulated(&table)
        default: return recording(word, &table)
        }
    }

    /// The keys for decoding the data of a receiver, and for the times when it rests.
    private static let receiverKeys = [
        "uere_m", "allow_null_island", "dead_reckoning", "fix_rollover", "scan_s", "rest_s",
        "close_when_idle", "silence_s",
    ]

    private static func derived(
        _ parent: String, _ parents: [String], _ table: inout TableReader
    ) -> SourceKind {
        if !parents.contains(parent) {
            let hint = didYouMean(parent, among: parents)
            table.refuse(
                "from",
                "names \"\(parent)\", but there is no [source.\(parent)] with a type of its own\(hint)"
            )
        }
        for key in ["type"] + keys + receiverKeys where table.has(key) {
            _ = table.take(key)
            table.refuse(
                key, "does not belong to a source that takes the fixes of another (from); remove it"
            )
        }
        return .derived(from: parent)
    }

    private static func serial(_ table: inout TableReader) -> SourceKind {
        table.demand("device", "the receiver's path, best one below /dev/serial/by-id")
        let baud = table.integer("baud", 0...lineSpeeds[lineSpeeds.count - 1]) ?? 0
        if baud != 0, !lineSpeeds.contains(baud) {
            let known = lineSpeeds.map(String.init).joined(separator: ", ")
            table.refuse("baud", "must be 0 to find it out, or one of \(known), not \(baud)")
        }
        return .serial(device: table.path("device") ?? "", baud: baud)
    }

    private static func exec(_ table: inout TableReader) -> SourceKind {
        table.demand("command", "the program and its arguments as an array of strings")
        let stopTimeout_s = table.number("stop_timeout_s", 0...60) ?? 5
        guard var command = table.texts("command") else { return .exec(command: []) }
        if let program = command.first {
            // A program name without a slash is searched in PATH.
            if program.contains("/") { command[0] = table.file.resolve(program) }
        } else {
            table.refuse("command", "must hold the program and its arguments as strings")
        }
        return .exec(command: command, stopTimeout_s: stopTimeout_s)
    }

    private static func simulated(_ table: inout TableReader) -> SourceKind {
        table.demand("path", "the GeoJSON or ArcGIS JSON file of the route")
        var simulation = SimulationSettings(path: table.path("path") ?? "")
        let speed_mps = table.number("speed_mps", 0.001...1e5)
        if table.word("pace", ["speed", "place"]) == "place" {
            if speed_mps != nil {
                table.refuse(
                    "speed_mps",
                    "does not belong to pace = \"place\", which gives a place every interval_s; remove it"
                )
            }
            simulation.speed_mps = nil
        } else if let speed_mps {
            simulation.speed_mps = speed_mps
        }
        simulation.interval_s = table.number("interval_s", 0.05...86_400) ?? simulation.interval_s
        simulation.accuracy_m = table.number("accuracy_m", 0.01...1e6) ?? simulation.accuracy_m
        simulation.loop = table.flag("loop") ?? false
        return .simulated(simulation)
    }

    private static func recording(_ word: String, _ table: inout TableReader) -> SourceKind? {
        guard let format = RecordingFormat(rawValue: word) else { return nil }
        table.demand("path", "the file to play")
        return .recording(
            format, path: table.path("path") ?? "",
            speed: table.number("speed", 0.001...1e6) ?? 1,
            loop: table.flag("loop") ?? false)
    }
}

extension TableReader {
    fileprivate mutating func port() -> Int? {
        integer("port", 1...65535)
    }
}
