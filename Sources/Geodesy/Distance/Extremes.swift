/// The lesser of each pair. Neither may be other than a number: that is what the library's
/// `pointwiseMin` looks for, at many times the price.
@inline(__always)
func lesser(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    a.replacing(with: b, where: b .< a)
}

/// The greater of each pair. Neither may be other than a number.
@inline(__always)
func greater(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> SIMD2<Double> {
    a.replacing(with: b, where: a .< b)
}

/// The same of four.
@inline(__always)
func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: b .< a)
}

@inline(__always)
func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: a .< b)
}
