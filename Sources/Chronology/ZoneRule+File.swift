extension ZoneRule {
    /// What a zone file (RFC 8536) says of the past and the future: its table of changes, and the
    /// rule of its footer for the time behind that; nil when the bytes are no such file.
    ///
    /// The footer alone would not do: Morocco changes its clocks for Ramadan, which follows the moon,
    /// so that only a table can tell when.
    public init?(zoneFile bytes: [UInt8], name: String) {
        var reader = ZoneFileReader(bytes)
        // The first block says the same in 32 bits, to readers of old.
        guard let old = reader.header(), reader.skip(old.length(instantBytes: 4)),
            let header = reader.header(), let table = reader.table(header),
            let footer = reader.footer()
        else { return nil }
        self.init(footer)
        self.name = name
        self.table = table
    }
}

/// Reads the parts of a zone file off its front.
private struct ZoneFileReader {
    /// What a block holds of each kind.
    struct Header {
        var utcFlags, standardFlags, leapSeconds, changes, types, letters: Int

        /// Bytes of the block.
        func length(instantBytes: Int) -> Int {
            changes * (instantBytes + 1) + types * 6 + lengthBehindTypes(instantBytes)
        }

        func lengthBehindTypes(_ instantBytes: Int) -> Int {
            letters + leapSeconds * (instantBytes + 4) + standardFlags + utcFlags
        }
    }

    /// Changes of clocks that a file may list; those of the database list some hundreds.
    private static let changesMaximum = 4096
    /// Seconds that local time may be off UTC, either way.
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

    /// The instants of the changes, what each of them changes to, and the offsets of those.
    mutating func table(_ header: Header) -> ZoneTable? {
        guard header.changes <= Self.changesMaximum,
            rest.count >= header.length(instantBytes: 8)
        else { return nil }
        let instants_s = (0..<header.changes).compactMap { _ in number(bytes: 8) }
        let types = (0..<header.changes).compactMap { _ in rest.popFirst().map(Int.init) }
        let offsets_s = (0..<header.types).compactMap { _ in
            // Beside each offset: whether it is summer time, and where its letters are.
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

    /// The rule for the time behind the table, between two line feeds.
    func footer() -> String? {
        guard rest.count >= 2, rest.first == 10, rest.last == 10 else { return nil }
        return String(decoding: rest.dropFirst().dropLast(), as: UTF8.self)
    }

    mutating func skip(_ count: Int) -> Bool {
        guard count <= rest.count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    /// A signed number, most significant byte first.
    private mutating func number(bytes count: Int) -> Int64? {
        guard let sign = rest.first.map({ Int8(bitPattern: $0) }) else { return nil }
        let digits = rest.prefix(count)
        guard skip(count) else { return nil }
        return digits.dropFirst().reduce(Int64(sign)) { $0 << 8 | Int64($1) }
    }
}
