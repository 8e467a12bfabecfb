internal import RealModule

/// Functions of numbers, and statistics over several.
enum NumberFunctions {
    static let all: [Builtin] = [
        plain("Abs", "the size of a number", abs),
        plain("Acos", "the angle in radians of a cosine", Double.acos),
        plain("Asin", "the angle in radians of a sine", Double.asin),
        plain("Atan", "the angle in radians of a tangent", Double.atan),
        plain("Cos", "the cosine of an angle in radians", Double.cos),
        plain("Sin", "the sine of an angle in radians", Double.sin),
        plain("Tan", "the tangent of an angle in radians", Double.tan),
        plain("Exp", "e to the power of a number", Double.exp),
        plain("Log", "the natural logarithm") { Double.log($0) },
        plain("Sqrt", "the square root") { $0.squareRoot() },
        Builtin("Atan2", "y, x", 2...2, "the angle in radians of a direction") {
            (arguments, _) in .number(Double.atan2(y: arguments.number(0), x: arguments.number(1)))
        },
        Builtin("Pow", "x, y", 2...2, "x to the power of y") { (arguments, _) in
            .number(power(arguments.number(0), arguments.number(1)))
        },
        rounding("Ceil", "the number rounded up to so many places", .up),
        rounding("Floor", "the number rounded down to so many places", .down),
        rounding("Round", "the number rounded to so many places, ties away from 0", .nearest),
        Builtin("Constrain", "number, least, greatest", 3...3, "the number within the bounds") {
            (arguments, _) in
            .number(min(max(arguments.number(0), arguments.number(1)), arguments.number(2)))
        },
        Builtin("Random", "", 0...0, "a random number from 0 to less than 1") {
            (_, evaluator) in .number(Double(evaluator.nextRandom() >> 11) * 0x1p-53)
        },
        Builtin(
            "ConvertDirection", "value, inputSpec, outputSpec", 3...3,
            "a direction in another form of angle and bearing"
        ) { (arguments, evaluator) throws(ExpressionError) in
            let input = try DirectionSpec(arguments[1], evaluator)
            let output = try DirectionSpec(arguments[2], evaluator)
            return try output.written(try input.read(arguments[0], evaluator), evaluator)
        },
    ]

    private static func plain(
        _ name: String, _ summary: String, _ function: @escaping @Sendable (Double) -> Double
    ) -> Builtin {
        Builtin(name, "number", 1...1, summary) { (arguments, _) in
            .number(function(arguments.number(0)))
        }
    }

    private static func rounding(
        _ name: String, _ summary: String, _ direction: DecimalDigits.Direction
    ) -> Builtin {
        Builtin(name, "number, places?", 1...2, summary) { (arguments, _) in
            .number(arguments.number(0).rounded(places: arguments.number(1), direction))
        }
    }

    /// Negative bases have integer powers only.
    private static func power(_ base: Double, _ exponent: Double) -> Double {
        guard base < 0 || base == 0 else { return Double.pow(base, exponent) }
        guard exponent != exponent.rounded() || exponent.isInfinite else {
            let size = Double.pow(abs(base), exponent)
            let isOdd = exponent.truncatingRemainder(dividingBy: 2) != 0
            return isOdd && base.sign == .minus ? -size : size
        }
        return base < 0 && exponent.isFinite ? .nan : Double.pow(abs(base), exponent)
    }

    static let statistics: [Builtin] = [
        statistic("Max", "the greatest number") { $0.reduce(-Double.infinity) { max($0, $1) } },
        statistic("Min", "the least number") { $0.reduce(Double.infinity) { min($0, $1) } },
        statistic("Sum", "the sum") { $0.reduce(0, +) },
        statistic("Mean", "the mean", mean),
        statistic("Average", "the mean", mean),
        statistic("Variance", "the variance of a population", variance),
        statistic("Stdev", "the standard deviation of a population") {
            variance($0).squareRoot()
        },
    ]

    /// Returns a function of one array, or of numbers and arrays of numbers.
    private static func statistic(
        _ name: String, _ summary: String, _ function: @escaping @Sendable ([Double]) -> Double
    ) -> Builtin {
        Builtin(name, "numbers or array", 1...1000, "\(summary); null for no numbers") {
            (arguments, evaluator) throws(ExpressionError) in
            var numbers: [Double] = []
            for value in try arguments.flattened(evaluator) {
                numbers.append(try evaluator.number(value))
            }
            return numbers.isEmpty ? .null : .number(function(numbers))
        }
    }

    private static func mean(_ numbers: [Double]) -> Double {
        numbers.reduce(0, +) / Double(numbers.count)
    }

    private static func variance(_ numbers: [Double]) -> Double {
        let mean = mean(numbers)
        return numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
    }
}
