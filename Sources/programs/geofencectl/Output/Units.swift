internal import ArgumentParser

/// The units of tables.
enum Units: String, CaseIterable, ExpressibleByArgument {
    /// Metres and kilometres, kilometres per hour.
    case metric
    /// Feet and miles, miles per hour.
    case imperial
    /// Metres and nautical miles, knots.
    case nautical

    /// Returns a length with its unit; `-` for an unknown one.
    func length(_ metres: Double?) -> String {
        guard let metres, metres.isFinite else { return "-" }
        switch self {
        case .metric:
            return abs(metres) < 10_000
                ? decimal(metres, 1) + " m" : decimal(metres / 1000, 1) + " km"
        case .imperial:
            return abs(metres) < 1609.344
                ? decimal(metres / 0.3048, 0) + " ft" : decimal(metres / 1609.344, 1) + " mi"
        case .nautical:
            return abs(metres) < 1852
                ? decimal(metres, 1) + " m" : decimal(metres / 1852, 1) + " nmi"
        }
    }

    /// Returns a speed with its unit; `-` for an unknown one.
    func speed(_ metresPerSecond: Double?) -> String {
        guard let speed = metresPerSecond, speed.isFinite else { return "-" }
        switch self {
        case .metric: return decimal(speed * 3.6, 1) + " km/h"
        case .imperial: return decimal(speed / 0.44704, 1) + " mph"
        case .nautical: return decimal(speed * 3600 / 1852, 1) + " kn"
        }
    }
}

/// Returns a number with `places` decimals, rounded half away from zero.
func decimal(_ value: Double, _ places: Int) -> String {
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    guard abs(value) < 1e15, abs(value) * scale < 1e18 else { return "\(value)" }
    let scaled = Int64((abs(value) * scale).rounded())
    let sign = value < 0 && scaled != 0 ? "-" : ""
    let whole = scaled / Int64(scale)
    guard places > 0 else { return "\(sign)\(whole)" }
    let fraction = String(scaled % Int64(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: places - fraction.count) + fraction
}

/// Sizes in text for people.
enum SizeText {
    /// `12.3 MiB`.
    static func mebibytes(_ bytes: some BinaryInteger) -> String {
        decimal(Double(bytes) / 1_048_576, 1) + " MiB"
    }
}
