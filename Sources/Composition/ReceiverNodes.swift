/// The nodes of the machine that may be receivers.
public enum ReceiverNodes {
    /// Their paths, the most certain first: the names that stay with one receiver, then those that
    /// tell what is there, then any serial port that is plugged in.
    ///
    /// - Parameter names: the names in a directory; none when it cannot be read.
    public static func paths(_ names: (_ directory: String) -> [String]) -> [String] {
        let nodes = names("/dev")
        return names("/dev/serial/by-id").map { "/dev/serial/by-id/" + $0 }
            + ["gps", "gnss", "ttyACM", "ttyUSB"].flatMap { prefix in
                nodes.filter { $0.hasPrefix(prefix) }.map { "/dev/" + $0 }
            }
    }
}
