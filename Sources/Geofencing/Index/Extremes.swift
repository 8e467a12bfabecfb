/// The greater of two numbers, of equal ones either: one operation, where `max` has to tell those apart.
@inline(__always)
func greater(_ a: Double, _ b: Double) -> Double { a < b ? b : a }
