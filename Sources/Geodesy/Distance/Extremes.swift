/// The lesser of each pair. Neither may be other than a number: that is what the library's
/// `pointwiseMin` looks for, at many times the price.
func lesser<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: b .< a)
}

/// The greater of each pair. Neither may be other than a number.
func greater<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: a .< b)
}
