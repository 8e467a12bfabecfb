/// Returns the lesser of each pair. Neither may be NaN: the library's `pointwiseMin` checks for
/// that, at many times the cost.
func lesser<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: b .< a)
}

/// Returns the greater of each pair. Neither may be NaN.
func greater<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: a .< b)
}
