/// The lesser of each pair. Neither may be other than a number: that is what the library's
/// `pointwiseMin` looks for, at many times the price.
@inline(__always)
func lesser<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: b .< a)
}

/// The greater of each pair. Neither may be other than a number.
@inline(__always)
func greater<Numbers: SIMD>(_ a: Numbers, _ b: Numbers) -> Numbers
where Numbers.Scalar: Comparable {
    a.replacing(with: b, where: a .< b)
}

/// The numbers without their signs, by one operation for all four.
@inline(__always)
func magnitudes(_ four: SIMD4<Float>) -> SIMD4<Float> {
    let bits = unsafe unsafeBitCast(four, to: SIMD4<UInt32>.self) & SIMD4(repeating: 0x7fff_ffff)
    return unsafe unsafeBitCast(bits, to: SIMD4<Float>.self)
}
