extension Double {
    /// The number with at most so many decimal places, as it is printed.
    public func rounded(toPlaces places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (self * scale).rounded() / scale
    }
}
