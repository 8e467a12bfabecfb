import Chronology

/// The sentences that add to an epoch whose position is in other sentences: GSA, GSV, GST, VTG,
/// ZDA, HDT, THS.
extension Observation {
    /// `GSA,A,mode,id x 12,PDOP,HDOP,VDOP[,system]`.
    @inline(__always)
    mutating func readGSA(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 17 else { return .malformed }
        let mode = Self.count(body, fields[2])
        if mode >= 1 && mode <= 3 { dimensions = mode }
        satellitesUsed = 0
        for index in 3..<15 where !fields[index].isEmpty { satellitesUsed &+= 1 }
        hdop = Self.dilution(body, fields[16])
        return nil
    }

    /// `GSV,messages,number,satellites in view,(id,elevation,azimuth,noise) x 1 to 4[,signal]`, of
    /// one talker. The signal (NMEA 4.11) is a hexadecimal digit.
    @inline(__always)
    mutating func readGSV(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 4 else { return .malformed }
        satellitesVisible = Self.count(body, fields[3])
        let last = fields[fields.count &- 1]
        if fields.count % 4 == 1, last.count == 1 { signal = body[last.lowerBound] }
        return nil
    }

    /// `GST,time,rms,major,minor,orientation,sigma latitude,sigma longitude,sigma altitude`.
    ///
    /// The axes of the ellipse (1 sigma) replace missing deviations. Only the sum of the squares is
    /// used, which does not depend on the direction of the axes.
    @inline(__always)
    mutating func readGST(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 8 else { return .malformed }
        guard readTime(body, fields[1]) else { return .outOfRange }
        sigmaLatitude = Self.number(body, fields[6])
        sigmaLongitude = Self.number(body, fields[7])
        if sigmaLatitude.isNaN || sigmaLongitude.isNaN {
            sigmaLatitude = Self.number(body, fields[3])
            sigmaLongitude = Self.number(body, fields[4])
        }
        sigmaAltitude = Self.number(body, fields[8])
        return nil
    }

    /// `VTG,course,T,magnetic,M,knots,N,km/h,K[,mode]`.
    @inline(__always)
    mutating func readVTG(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 8 else { return .malformed }
        switch Self.verdict(ofMode: body, fields[9]) {
        case .void, .notMeasured: return nil
        case .silent, .valid, .deadReckoned: break
        }
        let knots = Self.number(body, fields[5])
        let kilometresPerHour = Self.number(body, fields[7])
        if knots >= 0 {
            speed = knots * Self.knot
        } else if kilometresPerHour >= 0 {
            speed = kilometresPerHour / 3.6
        }
        course = Self.angle(body, fields[1])
        return nil
    }

    /// `ZDA,time,day,month,year,zone hours,zone minutes`.
    @inline(__always)
    mutating func readZDA(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 5 else { return .malformed }
        guard readTime(body, fields[1]) else { return .outOfRange }
        let day = Self.count(body, fields[2])
        let month = Self.count(body, fields[3])
        guard let year = FieldNumber(body, fields[4]), year.fractionDigits == 0 else { return nil }
        guard day >= 0, month >= 0, UTCInstant.years.contains(Int(year.mantissa)) else {
            hasBadDate = true
            return nil
        }
        guard day <= 31, month <= 12 else {
            hasBadDate = true
            return nil
        }
        packedDate = Int32(day * 1_000_000 + month * 10_000) + Int32(year.mantissa)
        return nil
    }

    /// `HDT,heading,T`, and `THS,heading,mode` with the mode letters of RMC.
    @inline(__always)
    mutating func readHeading(_ body: Span<UInt8>, _ fields: SentenceFields) -> DiscardReason? {
        guard fields.count >= 3 else { return .malformed }
        if kind == .ths {
            switch Self.verdict(ofMode: body, fields[2]) {
            case .void, .notMeasured, .silent: return nil
            case .valid, .deadReckoned: break
            }
        }
        heading = Self.angle(body, fields[1])
        return nil
    }
}
