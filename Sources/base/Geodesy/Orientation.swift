/// Returns the side of the directed line from `a` to `b` on which `p` lies: positive left,
/// negative right, 0 on the line. The sign is exact for the given doubles.
///
/// Source: J. R. Shewchuk, "Adaptive Precision Floating-Point Arithmetic and Fast Robust Geometric
/// Predicates" (1997). Its first stage decides nearly all cases; the others are summed exactly.
func orientation(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>) -> Double {
    let left = (a.x - p.x) * (b.y - p.y)
    let right = (a.y - p.y) * (b.x - p.x)
    let determinant = left - right
    // (3 + 16ε)ε with ε = 2⁻⁵³ bounds the relative rounding of the five operations above.
    let bound = 3.330_669_073_875_471_6e-16 * (left.magnitude + right.magnitude)
    if determinant > bound || -determinant > bound { return determinant }
    return exactOrientation(a, b, p)
}

/// Returns the same, summed without rounding: ax·by - ax·py - px·by - ay·bx + ay·px + py·bx.
@inline(never)
private func exactOrientation(
    _ a: SIMD2<Double>, _ b: SIMD2<Double>, _ p: SIMD2<Double>
) -> Double {
    var sum = ExactSum()
    sum.addProduct(a.x, b.y)
    sum.addProduct(-a.x, p.y)
    sum.addProduct(-p.x, b.y)
    sum.addProduct(-a.y, b.x)
    sum.addProduct(a.y, p.x)
    sum.addProduct(p.y, b.x)
    return sum.leading
}

/// A sum of doubles kept without rounding, as parts that do not overlap (Shewchuk's expansion).
private struct ExactSum {
    private var parts = InlineArray<12, Double>(repeating: 0)
    private var count = 0

    mutating func addProduct(_ x: Double, _ y: Double) {
        let product = x * y
        add((-product).addingProduct(x, y))
        add(product)
    }

    private mutating func add(_ value: Double) {
        var carry = value
        for i in 0..<count {
            let part = parts[i]
            let sum = carry + part
            let other = sum - carry
            parts[i] = (carry - (sum - other)) + (part - other)
            carry = sum
        }
        parts[count] = carry
        count += 1
    }

    /// The part that determines the sign.
    var leading: Double {
        var i = count - 1
        while i > 0, parts[i] == 0 { i -= 1 }
        return parts[i]
    }
}
