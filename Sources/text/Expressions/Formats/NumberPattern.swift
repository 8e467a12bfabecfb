/// A number format: `$#,###.00;($#,###.00)`.
///
/// `0` is a required digit, `#` an optional one, `,` groups, `.` is the decimal point, `%`
/// multiplies by a hundred, `;` separates the form of negative numbers, which only replaces the
/// text around the digits; everything else is literal. The separators follow the locale en-US.
struct NumberPattern {
    private var prefix: [UInt16] = []
    private var suffix: [UInt16] = []
    private var negative: (prefix: [UInt16], suffix: [UInt16])?
    private var wholeMinimum = 0
    /// Whether digits beyond the pattern are cut off: it consists of `0` alone.
    private var cuts = false
    /// Digits in the group next to the point, and in each other group; nil without groups.
    private var groups: (last: Int, others: Int)?
    private var fractionMinimum = 0
    private var fractionMaximum = 0
    private var isPercent = false

    init(_ pattern: Text) {
        let parts = pattern.units.split(
            separator: Self.semicolon, maxSplits: 1, omittingEmptySubsequences: false)
        let positive = Self.parts(parts[0])
        prefix = positive.prefix
        suffix = positive.suffix
        if parts.count > 1 {
            let second = Self.parts(parts[1])
            negative = (second.prefix, second.suffix)
        }
        isPercent = parts[0].contains(Self.percent)
        let body = positive.body.split(
            separator: Self.point, maxSplits: 1, omittingEmptySubsequences: false)
        let whole = body.first ?? []
        wholeMinimum = whole.count { $0 == Self.zero }
        cuts = wholeMinimum > 0 && whole.allSatisfy { $0 == Self.zero }
        let runs = whole.split(separator: Self.comma, omittingEmptySubsequences: false)
        if runs.count > 1, let last = runs.last?.count, last > 0 {
            let others = runs.count > 2 ? runs[runs.count - 2].count : last
            groups = (last, max(others, 1))
        }
        if body.count > 1 {
            fractionMaximum = body[1].count { $0 == Self.zero || $0 == Self.hash }
            fractionMinimum =
                (body[1].lastIndex(of: Self.zero)).map { $0 - body[1].startIndex + 1 } ?? 0
        }
    }

    private static let zero = UInt16(UInt8(ascii: "0"))
    private static let hash = UInt16(UInt8(ascii: "#"))
    private static let comma = UInt16(UInt8(ascii: ","))
    private static let point = UInt16(UInt8(ascii: "."))
    private static let percent = UInt16(UInt8(ascii: "%"))
    private static let semicolon = UInt16(UInt8(ascii: ";"))
    private static let minus = UInt16(UInt8(ascii: "-"))

    private static func isBody(_ unit: UInt16) -> Bool {
        unit == zero || unit == hash || unit == comma || unit == point
    }

    /// Splits into text, digits, text. A separator at either end belongs to the text.
    private static func parts(
        _ pattern: ArraySlice<UInt16>
    ) -> (prefix: [UInt16], body: ArraySlice<UInt16>, suffix: [UInt16]) {
        let isDigit = { (unit: UInt16) in unit == zero || unit == hash }
        guard let firstDigit = pattern.firstIndex(where: isDigit) else {
            return (Array(pattern), [], [])
        }
        var start = firstDigit
        while start > pattern.startIndex, pattern[start - 1] == comma || pattern[start - 1] == point
        {
            start -= 1
        }
        var end = firstDigit
        while end < pattern.endIndex, isBody(pattern[end]) { end += 1 }
        while end > start, pattern[end - 1] == comma || pattern[end - 1] == point { end -= 1 }
        return (
            Array(pattern[pattern.startIndex..<start]), pattern[start..<end], Array(pattern[end...])
        )
    }

    /// Formats a finite number.
    func text(_ value: Double) -> Text {
        var decimal = DecimalDigits(isPercent ? value * 100 : value)
        decimal.round(places: fractionMaximum)
        var whole = decimal.whole
        if whole.count < wholeMinimum {
            whole.insert(
                contentsOf: [UInt8](repeating: 0, count: wholeMinimum - whole.count), at: 0)
        } else if cuts {
            whole.removeFirst(whole.count - wholeMinimum)
        }
        var fraction = decimal.fraction
        while fraction.count < fractionMinimum { fraction.append(0) }
        if whole.isEmpty, fraction.isEmpty { whole = [0] }
        let isNegative = decimal.isNegative && !decimal.digits.isEmpty
        var units = isNegative ? negative?.prefix ?? [Self.minus] + prefix : prefix
        units += grouped(whole)
        if !fraction.isEmpty { units += [Self.point] + fraction.map { UInt16($0) + 48 } }
        units += isNegative ? negative?.suffix ?? suffix : suffix
        return Text(units: units)
    }

    private func grouped(_ whole: [UInt8]) -> [UInt16] {
        guard let groups else { return whole.map { UInt16($0) + 48 } }
        var units: [UInt16] = []
        for (index, digit) in whole.enumerated() {
            let left = whole.count - index
            let isGroupStart =
                left == groups.last
                || left > groups.last && (left - groups.last) % groups.others == 0
            if index > 0, isGroupStart { units.append(Self.comma) }
            units.append(UInt16(digit) + 48)
        }
        return units
    }

    /// Parses a number of this pattern; NaN for other text.
    func number(_ text: Text) -> Double {
        if let value = number(text.units, prefix, suffix) { return value }
        let below = negative ?? ([Self.minus] + prefix, suffix)
        return number(text.units, below.0, below.1).map { -$0 } ?? .nan
    }

    private func number(_ units: [UInt16], _ prefix: [UInt16], _ suffix: [UInt16]) -> Double? {
        guard units.count >= prefix.count + suffix.count, units.starts(with: prefix),
            units.suffix(suffix.count).elementsEqual(suffix)
        else { return nil }
        let body = units[prefix.count..<units.count - suffix.count]
        let parts = body.split(
            separator: Self.point, maxSplits: 1, omittingEmptySubsequences: false)
        let whole = parts[0].filter { $0 != Self.comma }
        let fraction = parts.count > 1 ? Array(parts[1]) : []
        guard groups != nil || !parts[0].contains(Self.comma),
            (whole + fraction).allSatisfy({ (48...57).contains($0) }),
            !whole.isEmpty || !fraction.isEmpty, whole.count >= wholeMinimum,
            (fractionMinimum...max(fractionMinimum, fractionMaximum)).contains(fraction.count)
        else { return nil }
        let digits = String(decoding: whole + [Self.point] + fraction + [Self.zero], as: UTF16.self)
        return Double("0" + digits).map { isPercent ? $0 / 100 : $0 }
    }
}
