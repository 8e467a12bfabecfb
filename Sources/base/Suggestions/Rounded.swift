/// Formats a number for people, with at most one decimal.
package func rounded(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return String(value) }
    let tenths = Int64((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    let digits = "\(sign)\(tenths.magnitude / 10)"
    return tenths % 10 == 0 ? digits : "\(digits).\(tenths.magnitude % 10)"
}
