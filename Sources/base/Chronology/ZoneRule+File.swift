extension ZoneRule {
    /// Reads a zone file (RFC 8536): its table of changes, and the rule of its footer for later
    /// times; nil when the bytes are not a zone file.
    ///
    /// The footer alone is not enough: Morocco changes its clocks for Ramadan, which follows the
    /// moon, so only a table can list the changes.
    public init?(zoneFile bytes: [UInt8], name: String) {
        var reader = ZoneFileReader(bytes)
        // The first block repeats the data in 32 bits for old readers.
        guard let old = reader.header(), reader.skip(old.length(instantBytes: 4)),
            let header = reader.header(), let table = reader.table(header),
            let footer = reader.footer()
        else { return nil }
        self.init(footer)
        self.name = name
        self.table = table
    }
}

/// Reads the parts of a zone file in order.
private struct ZoneFileReader {
    /// The counts of a block.
    struct Header {
        var utcFlags, standardFlags, leapSeconds, changes, types, letters: Int

        /// Returns the size of the block in bytes.
        func length(instantBytes: Int) -> Int {
            changes * (instantBytes + 1) + types * 6 + lengthBehindTypes(instantBytes)
        }

        func lengthBehindTypes(_ instantBytes: Int) -> Int {
            letters + leapSeconds * (instantBytes + 4) + standardFlags + utcFlags
        }
    }

    /// The greatest number of changes; files of the time zone database have some hundreds.
    private static let changesMaximum = 4096
    /// The greatest offset from UTC in seconds, east or west.
    private static let offsetMaximum_s = 26 * 3600

    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    /// The magic number, the version, unused bytes, and six counts.
    mutating func header() -> Header? {
        guard rest.starts(with: Array("TZif".utf8)), skip(20) else { return nil }
        var counts: [Int] = []
        for _ in 0..<6 {
            guard let count = number(bytes: 4), count >= 0 else { return nil }
            counts.append(Int(count))
        }
        return Header(
            utcFlags: counts[0], standardFlags: counts[1], leapSeconds: counts[2],
            changes: counts[3], types: counts[4], letters: counts[5])
    }

    /// Returns the instants of the changes with the offsets that they change to.
    mutating func table(_ header: Header) -> ZoneTable? {
        guard header.changes <= Self.changesMaximum,
            rest.count >= header.length(instantBytes: 8)
        else { return nil }
        let instants_s = (0..<header.changes).compactMap { _ in number(bytes: 8) }
        let types = (0..<header.changes).compactMap { _ in rest.popFirst().map(Int.init) }
        let offsets_s = (0..<header.types).compactMap { _ in
            // Each offset is followed by the summer time flag and the index of its abbreviation.
            number(bytes: 4).flatMap { skip(2) ? Int($0) : nil }
        }
        guard offsets_s.allSatisfy({ abs($0) <= Self.offsetMaximum_s }),
            types.allSatisfy(offsets_s.indices.contains),
            zip(instants_s, instants_s.dropFirst()).allSatisfy({ $0 < $1 }),
            skip(header.lengthBehindTypes(8))
        else { return nil }
        return ZoneTable(
            first_s: offsets_s.first ?? 0,
            changes: zip(instants_s, types).map {
                ZoneTable.Change(instant_s: $0, offset_s: offsets_s[$1])
            })
    }

    /// Returns the rule for times after the table, between two line feeds.
    func footer() -> String? {
        guard rest.count >= 2, rest.first == 10, rest.last == 10 else { return nil }
        return String(decoding: rest.dropFirst().dropLast(), as: UTF8.self)
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// Returns a signed number, most significant byte first.
    private mutating func number(bytes count: Int) -> Int64? {
        guard let sign = rest.first.map({ Int8(bitPattern: $0) }) else { return nil }
        let digits = rest.prefix(count)
        guard skip(count) else { return nil }
        return digits.dropFirst().reduce(Int64(sign)) { $0 << 8 | Int64($1) }
    }
}
