import Chronology
import Geodesy
import Positioning
import Testing

/// A line that loses, repeats and swaps bytes: the decoder finds its feet at the next sentence.
struct DamageTests {
    private enum Damage: CaseIterable {
        case drop, duplicate, swap
    }

    private static let epochs = 3000
    private static let place = Coordinate(latitude: 48.1173, longitude: 11.516666666666667)

    private static let log: [UInt8] = {
        var text = ""
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
        for second in 0..<epochs {
            let time = "12\(two(second / 60))\(two(second % 60)).00"
            let place = "4807.0380,N,01131.0000,E"
            text += sentence("GPGGA,\(time),\(place),1,08,0.9,545.4,M,46.9,M,,")
            text += sentence("GPRMC,\(time),A,\(place),0.0,0.0,211126,,,A")
        }
        return Array(text.utf8)
    }()

    private func damaged(_ damage: Damage, every bytes: Int) -> [UInt8] {
        var random = SplitMix(seed: UInt64(bytes))
        var result: [UInt8] = []
        for byte in Self.log {
            guard Int.random(in: 0..<bytes, using: &random) == 0 else {
                result.append(byte)
                continue
            }
            switch damage {
            case .drop: break
            case .duplicate: result += [byte, byte]
            case .swap:
                let last = result.popLast()
                result.append(byte)
                if let last { result.append(last) }
            }
        }
        return result
    }

    /// How many bytes lie between two that are damaged, what share of the epochs must survive, and
    /// how many fixes may be elsewhere: a swap leaves the checksum as it was, so that only the two
    /// sentences of an epoch can give each other the lie, and only while both arrive.
    @Test(arguments: [(10_000, 0.95, 0), (1_000, 0.8, 3), (100, 0.05, 120)])
    func damagedStreamGivesFewWrongPositions(_ every: Int, _ share: Double, _ wrong: Int) {
        for damage in Damage.allCases {
            var decoder = NMEADecoder()
            var places: [Coordinate] = []
            let note: (Report) -> Void = { report in
                if case .fix(let fix) = report { places.append(fix.position) }
            }
            let now = BootInstant(nanoseconds: 0)
            decoder.receive(damaged(damage, every: every).span, at: now, note)
            decoder.finish(at: now, note)
            // Half a kilometre off is what an engine would notice first.
            let far = places.count { place in
                abs(place.latitude - Self.place.latitude) > 0.005
                    || abs(place.longitude - Self.place.longitude) > 0.005
            }
            #expect(far <= wrong, "\(damage) every \(every) bytes: \(far) of \(places.count) wrong")
            #expect(
                Double(places.count) >= share * Double(Self.epochs), "\(damage) \(places.count)")
            #expect(decoder.counts.discards.total > 0)
        }
    }
}
