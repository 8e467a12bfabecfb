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
