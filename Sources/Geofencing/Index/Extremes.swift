/// The lesser of two numbers. That neither may be other than a number saves asking for that.
@inline(__always)
func lesser(_ a: Double, _ b: Double) -> Double { b < a ? b : a }

/// The greater of two numbers, neither of them other than a number.
@inline(__always)
func greater(_ a: Double, _ b: Double) -> Double { a < b ? b : a }
