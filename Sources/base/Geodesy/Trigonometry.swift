internal import RealModule

/// One degree in radians.
let radiansPerDegree = Double.pi / 180

/// Returns the sine and cosine of an angle in radians.
package func sineAndCosine(_ radians: Double) -> (sine: Double, cosine: Double) {
    (.sin(radians), .cos(radians))
}

/// Returns the sine of an angle in radians.
func sine(_ radians: Double) -> Double { .sin(radians) }

/// Returns the cosine of an angle in radians.
func cosine(_ radians: Double) -> Double { .cos(radians) }

/// Returns the angle in radians, -π/2 to π/2, whose sine is `sine`.
func arcsine(_ sine: Double) -> Double { .asin(sine) }

/// Returns the angle in radians, -π to π, of the direction (`x`, `y`).
package func arctangent(_ y: Double, _ x: Double) -> Double { .atan2(y: y, x: x) }

/// Returns the natural logarithm.
package func naturalLogarithm(_ x: Double) -> Double { .log(x) }

/// Returns the cube root.
func cubeRoot(_ x: Double) -> Double { .root(x, 3) }

/// Returns the length of (`x`, `y`).
func length(_ x: Double, _ y: Double) -> Double { (x * x + y * y).squareRoot() }

/// Returns the sine and cosine of an angle in degrees, exact at whole quarter turns.
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

/// Returns the angle in degrees, -180 to 180, of the direction (`x`, `y`).
func arctangentDegrees(_ y: Double, _ x: Double) -> Double { arctangent(y, x) / radiansPerDegree }
