internal import RealModule

/// One degree in radians.
let radiansPerDegree = Double.pi / 180

/// The sine and cosine of an angle in radians.
package func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    (.sin(radians), .cos(radians))
}

/// The sine of an angle in radians.
func sine(_ radians: Double) -> Double { .sin(radians) }

/// The cosine of an angle in radians.
func cosine(_ radians: Double) -> Double { .cos(radians) }

/// The angle in radians, -π/2 to π/2, whose sine is `sine`.
func arcsine(_ sine: Double) -> Double { .asin(sine) }

/// The angle in radians, -π to π, of the direction (`x`, `y`).
package func arctangent(_ y: Double, _ x: Double) -> Double { .atan2(y: y, x: x) }

/// The natural logarithm.
package func naturalLogarithm(_ x: Double) -> Double { .log(x) }

/// The cube root.
func cubeRoot(_ x: Double) -> Double { .root(x, 3) }

/// The length of (`x`, `y`).
func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

/// The sine and cosine of an angle in degrees, exact at whole quarter turns.
func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
    // Both remainders are exact; a latitude needs none, or one by a single subtraction.
    var (quarter, rest) = (0.0, degrees)
    if abs(degrees) > 135 {
        quarter = (degrees / 90).rounded().remainder(dividingBy: 4)
        rest = degrees.remainder(dividingBy: 90)
    } else if abs(degrees) > 45 {
        quarter = degrees > 0 ? 1 : -1
        rest = degrees - 90 * quarter
    }
    let (s, c) = sineAndCosine(rest * radiansPerDegree)
    if quarter == 0 { return (s, c) }
    if quarter == 1 { return (c, -s) }
    if quarter == -1 { return (-c, s) }
    return (-s, -c)
}

/// The angle in degrees, -180 to 180, of the direction (`x`, `y`).
func arctangentDegrees(_ y: Double, _ x: Double) -> Double { arctangent(y, x) / radiansPerDegree }
