/// The sentences with a position: RMC, GGA, GNS and GLL (NMEA 0183, versions 2.0 to 4.11).
extension Observation {
    /// The metres per second of one knot.
    static let knot = 1852.0 / 3600

    /// `RMC,time,status,lat,N,lon,E,knots,course,ddmmyy,variation,E[,mode[,navigational status]]`.
    ///
    /// An empty status is unknown: another sentence must confirm the position. The navigational
    /// status is ignored on purpose, because many good receivers always send `V` there.
    @inline(__always)
    mutating func readRMC(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        let status = fields[2]
        guard fields.count >= 10, status.count <= 1 else { return .malformed }
        guard readTime(body, fields[1]) else { return .outOfRange }
        if !status.isEmpty {
            switch body[status.lowerBound] {
            // Some receivers write D for a differential fix; gpsd accepts that, too.
            case UInt8(ascii: "A"), UInt8(ascii: "D"): verdict = .valid
            case UInt8(ascii: "V"): verdict = .void
            // Trackers repeat their last known position so.
            case UInt8(ascii: "L"): (verdict, isLastKnown) = (.void, true)
            default: return .malformed
            }
        }
        if let reason = readPositionUnlessVoid(body, fields, 3) { return reason }
        let knots = Self.number(body, fields[7])
        if knots >= 0 { speed = knots * Self.knot }
        course = Self.angle(body, fields[8])
        readDate(body, fields[9])
        if verdict != .void {
            let mode = Self.verdict(ofMode: body, fields[12])
            if mode != .silent { verdict = mode }
        }
        return nil
    }

    /// `GGA,time,lat,N,lon,E,quality,satellites,HDOP,altitude,M,geoid separation,M,age,station`.
    ///
    /// An empty quality is unknown: another sentence must confirm the position. A leading zero
    /// (`01`) has no meaning.
    @inline(__always)
    mutating func readGGA(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        let quality = fields[6]
        let isPadded = quality.count == 2 && body[quality.lowerBound] == UInt8(ascii: "0")
        guard fields.count >= 9, quality.count <= 1 || isPadded else { return .malformed }
        guard readTime(body, fields[1]) else { return .outOfRange }
        if !quality.isEmpty {
            switch body[quality.upperBound &- 1] {
            case UInt8(ascii: "0"): verdict = .void
            case UInt8(ascii: "6"): verdict = .deadReckoned
            case UInt8(ascii: "7"), UInt8(ascii: "8"): verdict = .notMeasured
            case UInt8(ascii: "1")...UInt8(ascii: "5"), UInt8(ascii: "9"): verdict = .valid
            default: return .malformed
            }
        }
        if let reason = readPositionUnlessVoid(body, fields, 2) { return reason }
        satellitesUsed = Self.count(body, fields[7])
        hdop = Self.dilution(body, fields[8])
        altitude = Self.number(body, fields[9])
        geoidSeparation = Self.number(body, fields[11])
        return nil
    }

    /// `GNS,time,lat,N,lon,E,modes,satellites,HDOP,altitude,geoid separation,age,station[,status]`.
    ///
    /// `modes` has a letter for each constellation. The best letter decides; unknown letters of
    /// later versions are ignored. Beside the combined solution a receiver sends one GNS for each
    /// constellation with empty modes and position, which does not affect the position.
    @inline(__always)
    mutating func readGNS(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        let modes = fields[6]
        guard fields.count >= 9 else { return .malformed }
        guard readTime(body, fields[1]) else { return .outOfRange }
        for offset in modes {
            let mode = Self.verdict(ofMode: body[offset])
            if mode == .silent { continue }
            if verdict == .silent || mode.rawValue < verdict.rawValue { verdict = mode }
        }
        if verdict == .silent, !modes.isEmpty { return .malformed }
        if let reason = readPositionUnlessVoid(body, fields, 2) { return reason }
        satellitesUsed = Self.count(body, fields[7])
        hdop = Self.dilution(body, fields[8])
        altitude = Self.number(body, fields[9])
        geoidSeparation = Self.number(body, fields[10])
        return nil
    }

    /// `GLL,lat,N,lon,E,time,status[,mode]`; an empty status is unknown.
    @inline(__always)
    mutating func readGLL(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        let status = fields[6]
        guard fields.count >= 5, status.count <= 1 else { return .malformed }
        guard readTime(body, fields[5]) else { return .outOfRange }
        if !status.isEmpty {
            switch body[status.lowerBound] {
            case UInt8(ascii: "A"): verdict = .valid
            case UInt8(ascii: "V"): verdict = .void
            case UInt8(ascii: "L"): (verdict, isLastKnown) = (.void, true)
            default: return .malformed
            }
        }
        if let reason = readPositionUnlessVoid(body, fields, 1) { return reason }
        if verdict != .void {
            let mode = Self.verdict(ofMode: body, fields[7])
            if mode != .silent { verdict = mode }
        }
        return nil
    }

    /// Reads the position, except in a void sentence: it is not used there and may be invalid.
    @inline(__always)
    private mutating func readPositionUnlessVoid(
        _ body: Span<UInt8>, _ fields: SentenceFields, _ first: Int
    ) -> DiscardReason? {
        verdict == .void ? nil : readPosition(body, fields, first)
    }

    /// Reads `ddmmyy`; the years 80 to 99 are 1980 to 1999.
    @inline(__always)
    private mutating func readDate(_ body: Span<UInt8>, _ range: Range<Int>) {
        if range.isEmpty { return }
        guard range.count == 6, let number = FieldNumber(body, range), number.fractionDigits == 0,
            number.mantissa >= 0
        else {
            hasBadDate = true
            return
        }
        let year = number.mantissa % 100
        let century: Int64 = year >= 80 ? 1900 : 2000
        packedDate = Int32(number.mantissa / 100 &* 10_000 &+ century &+ year)
    }
}
