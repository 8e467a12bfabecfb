/// The shortest decimal digits of a finite number, so that rounding is as users expect.
struct DecimalDigits {
    var isNegative: Bool
    /// The digits from the most significant one, 0 to 9 each; empty for 0.
    var digits: [UInt8]
    /// The number of digits before the decimal point; negative or beyond the digits for zeros.
    var pointPosition: Int

    /// Creates the digits of a finite number.
    init(_ value: Double) {
        isNegative = value < 0
        digits = []
        pointPosition = 0
        var exponent = 0
        var isBehindPoint = false
        let text = abs(value).description
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: ".") {
                isBehindPoint = true
            } else if byte == UInt8(ascii: "e") {
                exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
                break
            } else {
                if !isBehindPoint { pointPosition += 1 }
                digits.append(byte - 48)
            }
        }
        pointPosition += exponent
        trim()
    }

    private mutating func trim() {
        let zeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(zeros)
        pointPosition -= zeros
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { pointPosition = 0 }
    }

    /// The direction of rounding.
    enum Direction {
        /// To the nearest; ties away from 0.
        case nearest
        case down
        case up
    }

    /// Rounds to `places` digits after the point, or before it when negative.
    mutating func round(places: Int, _ direction: Direction = .nearest) {
        let kept = pointPosition + places
        guard kept < digits.count else { return }
        let isAway: Bool =
            switch direction {
            case .nearest: kept >= 0 && digits[kept] >= 5
            case .down: isNegative
            case .up: !isNegative
            }
        if kept <= 0 {
            digits = isAway ? [1] : []
            pointPosition = isAway ? 1 - places : 0
            return
        }
        digits.removeLast(digits.count - kept)
        if isAway {
            var index = kept - 1
            while index >= 0, digits[index] == 9 {
                digits[index] = 0
                index -= 1
            }
            if index >= 0 {
                digits[index] += 1
            } else {
                digits.insert(1, at: 0)
                pointPosition += 1
            }
        }
        trim()
    }

    /// The digits before the point; none for a fraction.
    var whole: [UInt8] {
        guard pointPosition > 0 else { return [] }
        let known = digits.prefix(pointPosition)
        return known + [UInt8](repeating: 0, count: pointPosition - known.count)
    }

    /// The digits after the point.
    var fraction: [UInt8] {
        guard pointPosition < digits.count else { return [] }
        guard pointPosition < 0 else { return Array(digits[pointPosition...]) }
        return [UInt8](repeating: 0, count: -pointPosition) + digits
    }

    /// The number.
    var value: Double {
        let text = "0." + String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
        let size = digits.isEmpty ? 0 : Double("\(text)e\(pointPosition)") ?? 0
        return isNegative ? -size : size
    }
}

extension Double {
    /// Rounds in decimal; leaves infinite values and NaN unchanged.
    func rounded(places: Double, _ direction: DecimalDigits.Direction) -> Double {
        // Beyond this many places nothing is left to round, or nothing remains.
        guard isFinite, !places.isNaN else { return self }
        var digits = DecimalDigits(self)
        digits.round(places: Int(min(max(places, -400), 400)), direction)
        return digits.value
    }
}

/// Numbers as text.
enum NumberText {
    /// The shortest decimal form; with an exponent below 1e-7 and from 1e21 on, as in ECMAScript.
    static func plain(_ value: Double) -> String {
        guard value.isFinite else {
            return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
        }
        guard value != 0 else { return "0" }
        let decimal = DecimalDigits(value)
        let sign = decimal.isNegative ? "-" : ""
        guard (-6...21).contains(decimal.pointPosition) else {
            let exponent = decimal.pointPosition - 1
            let digits = string(decimal.digits)
            let mantissa = digits.count == 1 ? digits : "\(digits.prefix(1)).\(digits.dropFirst())"
            return "\(sign)\(mantissa)e\(exponent < 0 ? "-" : "+")\(abs(exponent))"
        }
        let (whole, fraction) = (string(decimal.whole), string(decimal.fraction))
        return sign + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)")
    }

    static func string(_ digits: [UInt8]) -> String {
        String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    }

    /// The units of a number with white space around it. The longest double has 767 digits.
    private static let unitsMaximum = 1000

    /// Parses a number, surrounded by white space: 0 for an empty text, NaN for anything else that
    /// is not a number.
    static func number(_ text: Text) -> Double {
        guard text.units.count <= unitsMaximum else { return .nan }
        let trimmed = text.trimmed.string
        guard !trimmed.isEmpty else { return 0 }
        switch trimmed {
        case "Infinity", "+Infinity": return .infinity
        case "-Infinity": return -.infinity
        default: break
        }
        let isNumber = trimmed.utf8.allSatisfy { byte in
            (48...57).contains(byte) || "+-.eE".utf8.contains(byte)
        }
        guard isNumber, let value = Double(trimmed) else { return .nan }
        return value
    }
}
