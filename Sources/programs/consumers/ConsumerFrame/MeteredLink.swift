package import ConfigurationText
internal import Consuming
internal import Glibc
internal import SystemServices

/// How much a program may send over a link that is paid for.
public struct TrafficSettings: Sendable, Hashable {
    /// Bytes in 24 hours; nil for any number.
    public var bytesPerDay: Double?
    /// Events in one message at most.
    public var batch = 1

    /// No limit, and one event in a message.
    public init() {}

    /// Reads the keys `max_bytes_per_day` and `max_batch` of a table.
    package init(_ table: inout TableReader) {
        // Less does not pay for a connection.
        bytesPerDay = table.number("max_bytes_per_day", 10_000...1e12)
        batch = table.integer("max_batch", 1...100) ?? batch
    }
}

/// Keeps account of the bytes of a link that is paid for, also across restarts of the program.
public final class MeteredLink {
    /// What bytes are used for.
    public enum Use {
        /// Events and states.
        case events
        /// Positions: they leave half of the bytes to events.
        case positions
    }

    /// Seconds between two writes of the account: spares the flash, and a kill forgets no more.
    private static let savePeriod_s = 60.0

    private var budget: ByteBudget?
    private let path: String?
    private var saved_s = -Double.infinity
    private var isSaved = true

    /// The account of a link, as it was in the state directory of the program (`StateDirectory=`).
    ///
    /// - Parameter name: of the link, for a program that has several.
    public init(_ settings: TrafficSettings, name: String? = nil) {
        let suffix = name.map { "-" + Self.fileName($0) } ?? ""
        path = unsafe getenv("STATE_DIRECTORY").map {
            // systemd separates several by colons.
            unsafe String(String(cString: $0).prefix { $0 != ":" }) + "/bytes-left" + suffix
        }
        guard let perDay = settings.bytesPerDay else { return }
        let now = Clocks.boot_s
        budget = ByteBudget(perDay: perDay, now_s: now)
        guard let path, let text = TextFile.read(path, limit: 100) else { return }
        let words = text.split(whereSeparator: \.isWhitespace).map { Double($0) }
        guard words.count == 2, let left = words[0], let at = words[1] else { return }
        budget = ByteBudget(
            perDay: perDay, level: left, age_s: Clocks.utc_s - at, now_s: now)
    }

    /// Whether bytes are counted at all.
    public var isLimited: Bool { budget != nil }

    /// Whether bytes may be used now.
    public func allows(_ use: Use) -> Bool {
        guard let budget else { return true }
        let left = budget.left(now_s: Clocks.boot_s)
        switch use {
        case .events: return left > 0
        case .positions: return left > budget.capacity / 2
        }
    }

    /// What events wait for now; nil where they do not.
    public var reasonToWait: String? {
        guard let budget, !allows(.events) else { return nil }
        return "the \(Int(budget.perDay)) bytes a day of max_bytes_per_day are used"
    }

    /// Uses bytes.
    public func use(_ bytes: Double) {
        guard budget != nil, bytes > 0 else { return }
        budget?.use(bytes, now_s: Clocks.boot_s)
        isSaved = false
        if Clocks.monotonic_s - saved_s >= Self.savePeriod_s { save() }
    }

    /// A name without the separator of paths.
    private static func fileName(_ name: String) -> String {
        PercentEncoding.text(name.utf8) { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "%") }
    }

    /// Writes the account down.
    public func save() {
        guard let path, let budget, !isSaved else { return }
        saved_s = Clocks.monotonic_s
        isSaved = true
        let text = "\(budget.left(now_s: Clocks.boot_s)) \(Clocks.utc_s)\n"
        // A power cut may cost the file: it is then as if nothing was used, which costs an eighth of a day.
        try? NewFile.write(path, isDurable: false, Array(text.utf8))
    }
}

/// Counts what goes over connections.
public struct SocketBytes {
    /// The part of `struct tcp_info` of Linux that is read; the kernel only ever appends to it.
    private static let size = 256
    private static let received = 128
    private static let segmentsOut = 136
    private static let segmentsIn = 140
    private static let sent = 200
    /// Bytes of the headers of IPv4 and TCP with time stamps.
    private static let header = 52.0

    /// The bytes of each connection that are counted.
    private var counted: [Int32: Double] = [:]

    /// Nothing is counted yet.
    public init() {}

    /// The bytes that a TCP connection has sent and received since the last call, with repetitions and headers, as a
    /// mobile network counts them; 0 for any other socket.
    public mutating func next(of descriptor: Int32) -> Double {
        guard let total = Self.total(of: descriptor) else { return 0 }
        defer { counted[descriptor] = total }
        return total - counted[descriptor, default: 0]
    }

    /// The descriptor is closed: its number may be that of another connection.
    public mutating func forget(_ descriptor: Int32) { counted[descriptor] = nil }

    private static func total(of descriptor: Int32) -> Double? {
        guard descriptor >= 0 else { return nil }
        var info = [UInt8](repeating: 0, count: size)
        var length = socklen_t(size)
        let outcome = unsafe getsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length)
        guard outcome == 0, Int(length) >= sent + 8 else { return nil }
        func number(_ place: Int, _ bytes: Int) -> Double {
            Double(
                info[place..<(place + bytes)].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        }
        let segments = number(segmentsOut, 4) + number(segmentsIn, 4)
        return number(sent, 8) + number(received, 8) + segments * header
    }
}
