/// The specification of a direction for `ConvertDirection`.
struct DirectionSpec {
    private enum Angle { case degrees, dms, radians, gons }
    private enum Direction { case north, south, polar, quadrant }

    /// Degrees, minutes and seconds between the two sides of a quadrant.
    private static let partsMaximum = 5

    private let angle: Angle
    private let direction: Direction
    private let isText: Bool
    private let format: Text?

    init(_ value: Value, _ evaluator: Evaluator) throws(ExpressionError) {
        guard case .dictionary(let members) = value else {
            throw ExpressionError(
                .type,
                "a direction specification has to be a Dictionary, not "
                    + value.typeWithArticle)
        }
        func word(_ key: Text) throws(ExpressionError) -> String? {
            try members[key].map { (value) throws(ExpressionError) in
                try evaluator.text(value).folded.string
            }
        }
        switch try word("angleType") ?? "degrees" {
        case "degrees": angle = .degrees
        case "dms": angle = .dms
        case "radians": angle = .radians
        case "gons", "gradians": angle = .gons
        case let other: throw Self.unknown("angleType", other, "DEGREES, DMS, RADIANS, GONS")
        }
        switch try word("directionType") ?? "north" {
        case "north": direction = .north
        case "south": direction = .south
        case "polar": direction = .polar
        case "quadrant": direction = .quadrant
        case let other:
            throw Self.unknown("directionType", other, "NORTH, SOUTH, POLAR, QUADRANT")
        }
        isText = try word("outputType") == "text"
        format = try members["format"].map { (value) throws(ExpressionError) in
            try evaluator.text(value)
        }
    }

    private static func unknown(_ key: String, _ word: String, _ known: String) -> ExpressionError {
        ExpressionError(.type, "\(key) is \"\(word)\"; it has to be one of \(known)")
    }

    // MARK: Reading

    /// Returns the direction in degrees clockwise from north, 0 to 360.
    func read(_ value: Value, _ evaluator: Evaluator) throws(ExpressionError) -> Double {
        var parts: [Value] = [value]
        if case .array(let array) = value { parts = array.items }
        for part in parts.prefix(Self.partsMaximum) { try evaluator.charge(part.ownBytes) }
        guard (1...Self.partsMaximum).contains(parts.count) else {
            throw ExpressionError(.type, "a direction is a number, or an array of 1 to 5 parts")
        }
        guard direction == .quadrant else { return turn(size(parts.map(\.asNumber))) }
        guard parts.count >= 3, case .text(let from) = parts[0],
            case .text(let to) = parts[parts.count - 1]
        else {
            throw ExpressionError(.type, "a quadrant direction is written as ['N', 45, 'E']")
        }
        let size = size(parts[1..<parts.count - 1].map(\.asNumber))
        let isNorth = from.folded.units.first == UInt16(UInt8(ascii: "n"))
        let isEast = to.folded.units.first == UInt16(UInt8(ascii: "e"))
        return Self.wrapped(isNorth ? isEast ? size : -size : isEast ? 180 - size : 180 + size)
    }

    private func size(_ numbers: [Double]) -> Double {
        switch angle {
        case .degrees: numbers[0]
        case .radians: numbers[0] * 180 / .pi
        case .gons: numbers[0] * 0.9
        case .dms:
            numbers[0] + (numbers.count > 1 ? numbers[1] / 60 : 0)
                + (numbers.count > 2 ? numbers[2] / 3600 : 0)
        }
    }

    /// Converts between clockwise from north and this direction type; its own inverse.
    private func turn(_ degrees: Double) -> Double {
        switch direction {
        case .north, .quadrant: Self.wrapped(degrees)
        case .south: Self.wrapped(degrees + 180)
        case .polar: Self.wrapped(90 - degrees)
        }
    }

    private static func wrapped(_ degrees: Double) -> Double {
        let rest = degrees.truncatingRemainder(dividingBy: 360)
        return rest < 0 ? rest + 360 : rest
    }

    // MARK: Writing

    func written(_ azimuth: Double, _ evaluator: Evaluator) throws(ExpressionError) -> Value {
        let isNorth = azimuth <= 90 || azimuth >= 270
        let isEast = azimuth <= 180
        let quadrant =
            azimuth <= 90
            ? azimuth
            : azimuth <= 180
                ? 180 - azimuth
                : azimuth <= 270
                    ? azimuth - 180 : 360 - azimuth
        let degrees = direction == .quadrant ? quadrant : turn(azimuth)
        guard !isText else {
            let format =
                format ?? (direction == .quadrant ? Text("p D.DDDDDD b") : Text("D.DDDDDD"))
            try evaluator.charge(8 * format.byteCount)
            return .text(DirectionText(degrees, isNorth, isEast).text(format))
        }
        var values: [Value]
        switch angle {
        case .degrees: values = [.number(degrees)]
        case .radians: values = [.number(degrees * .pi / 180)]
        case .gons: values = [.number(degrees / 0.9)]
        case .dms:
            let minutes = (degrees - degrees.rounded(.down)) * 60
            values = [
                .number(degrees.rounded(.down)), .number(minutes.rounded(.down)),
                .number((minutes - minutes.rounded(.down)) * 60),
            ]
        }
        if direction == .quadrant {
            values = [.text(isNorth ? "N" : "S")] + values + [.text(isEast ? "E" : "W")]
        }
        return values.count == 1 ? values[0] : try evaluator.newArray(values)
    }
}

/// Formats a direction: `D` degrees, `R` radians, `G` gons, `d m s` their parts, `p P` the meridian
/// and `b B` the side, short and long; text in brackets is literal.
private struct DirectionText {
    private let degrees: Double
    private let isNorth: Bool
    private let isEast: Bool

    init(_ degrees: Double, _ isNorth: Bool, _ isEast: Bool) {
        self.degrees = degrees
        self.isNorth = isNorth
        self.isEast = isEast
    }

    func text(_ format: Text) -> Text {
        let characters = Array(format.string)
        var out = ""
        var index = 0
        // The smallest unit in the format includes the remainder.
        let lastEnd = characters.lastIndex(of: "]") ?? -1
        let smallest = characters.contains("s") ? 3600.0 : characters.contains("m") ? 60 : 1
        while index < characters.count {
            let letter = characters[index]
            if letter == "[", index < lastEnd, let end = characters[index...].firstIndex(of: "]") {
                out += String(characters[index + 1..<end])
                index = end + 1
                continue
            }
            guard "DRGdmspPbB".contains(letter) else {
                out.append(letter)
                index += 1
                continue
            }
            let width = characters[index...].prefix { $0 == letter }.count
            index += width
            var places = 0
            if index + 1 < characters.count, characters[index] == ".",
                characters[index + 1] == letter
            {
                places = characters[(index + 1)...].prefix { $0 == letter }.count
                index += 1 + places
            }
            out += part(letter, width, places, smallest)
        }
        return Text(out)
    }

    private func part(
        _ letter: Character, _ width: Int, _ places: Int, _ smallest: Double
    ) -> String {
        let whole = (degrees * smallest).rounded(places: Double(places), .nearest)
        switch letter {
        case "D": return padded(degrees, width, places)
        case "R": return padded(degrees * .pi / 180, width, places)
        case "G": return padded(degrees / 0.9, width, places)
        case "p": return isNorth ? "N" : "S"
        case "P": return isNorth ? "North" : "South"
        case "b": return isEast ? "E" : "W"
        case "B": return isEast ? "East" : "West"
        case "d":
            return padded(
                smallest == 1 ? degrees : (whole / smallest).rounded(.down), width, places)
        case "m":
            let minutes = whole / (smallest / 60)
            let rest = minutes.truncatingRemainder(dividingBy: 60)
            return padded(smallest == 60 ? rest : rest.rounded(.down), width, places)
        default: return padded(whole.truncatingRemainder(dividingBy: 60), width, places)
        }
    }

    private func padded(_ value: Double, _ width: Int, _ places: Int) -> String {
        var decimal = DecimalDigits(value)
        decimal.round(places: places)
        let whole = NumberText.string(decimal.whole)
        let fraction = NumberText.string(decimal.fraction)
        let start = String(repeating: "0", count: max(0, max(width, 1) - whole.count)) + whole
        guard places > 0 else { return start }
        return start + "." + fraction
            + String(repeating: "0", count: max(0, places - fraction.count))
    }
}
