public import Chronology
import Expressions

/// The device nodes that may be receivers.
public enum ReceiverNodes {
    /// Returns the existing serial lines of the board, stable names first. A receiver on one of
    /// them cannot be detected, so it must be configured.
    public static func boardLines(_ names: (_ directory: String) -> [String]) -> [String] {
        let nodes = names("/dev").sorted()
        return ["serial", "ttyAMA", "ttyS"].flatMap { prefix in
            nodes.filter {
                $0.hasPrefix(prefix) && $0.count > prefix.count
                    && $0.dropFirst(prefix.count).allSatisfy(\.isNumber)
            }.map { "/dev/" + $0 }
        }
    }

    /// Returns how to configure a receiver on one of these lines, to be appended to a message; nil
    /// when there is no such line.
    public static func boardLineAdvice(_ names: (_ directory: String) -> [String]) -> String? {
        let lines = boardLines(names)
        guard let first = lines.first else { return nil }
        let shown = lines.prefix(4).joined(separator: ", ")
        return
            ". The serial lines of the board (\(shown)) are not tried by type auto: for a receiver "
            + "at one of them write type = \"serial\", device = \"\(first)\", baud = 0"
    }

    /// Returns the paths of the nodes, the most likely receivers first: names that belong to one
    /// receiver, then names that identify a receiver, then any connected serial port.
    ///
    /// - Parameter names: lists the names in a directory; empty when it cannot be read.
    public static func paths(_ names: (_ directory: String) -> [String]) -> [String] {
        let nodes = names("/dev")
        return names("/dev/serial/by-id").map { "/dev/serial/by-id/" + $0 }
            + ["gps", "gnss", "ttyACM", "ttyUSB"].flatMap { prefix in
                nodes.filter { $0.hasPrefix(prefix) }.map { "/dev/" + $0 }
            }
    }
}

/// The time zone database on Linux.
public enum ZoneDatabase {
    /// The directory of the database.
    public static let directory = "/usr/share/zoneinfo/"
    /// The maximum size of a zone file in bytes: many times the size of the largest one.
    public static let maximumBytes = 1 << 20

    /// Returns the rules of time zones by name. Names that are not in the database are left out.
    ///
    /// - Parameters:
    ///   - names: the names of the zones; nil for all zones of the database.
    ///   - readFile: reads a file, or throws the reason why it cannot.
    public static func rules(
        _ names: Set<String>?, _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) -> [String: ZoneRule] {
        var rules: [String: ZoneRule] = [:]
        for name in names ?? Set(Self.names(readFile))
        where !Expression.isZoneWithoutRules(name) && isZoneName(name) {
            guard let bytes = try? readFile(directory + name, maximumBytes) else {
                continue
            }
            rules[name] = ZoneRule(zoneFile: bytes, name: name)
        }
        return rules
    }

    /// Whether a name is a path inside the directory of the database.
    private static func isZoneName(_ name: String) -> Bool {
        !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
            && !name.utf8.contains(0)
    }

    /// Returns all names of zones and links in the database; empty if it is not installed.
    static func names(
        _ readFile: (String, Int) throws(UnreadableFile) -> [UInt8]
    ) -> [String] {
        guard let bytes = try? readFile(directory + "tzdata.zi", maximumBytes) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            switch words.first {
            case "Z" where words.count > 1: return String(words[1])
            case "L" where words.count > 2: return String(words[2])
            default: return nil
            }
        }
    }
}
