import Geodesy

/// The curve that visits every cell of a square so that neighbours on the curve are neighbours in
/// the square.
enum HilbertCurve {
    /// Returns the position on the curve, below 2^32, of the cell that contains a coordinate
    /// (Hamilton 2006, "Compact Hilbert indices", in its two-dimensional form).
    static func position(of place: Coordinate) -> UInt32 {
        var x = cell(place.longitude.remainder(dividingBy: 360) + 180, span: 360)
        var y = cell(place.latitude + 90, span: 180)
        var position: UInt32 = 0
        var side: UInt32 = 1 << 15
        while side > 0 {
            let right: UInt32 = x & side == 0 ? 0 : 1
            let upper: UInt32 = y & side == 0 ? 0 : 1
            position = position << 2 | (3 * right ^ upper)
            if upper == 0 {
                if right == 1 {
                    x = 65535 - x
                    y = 65535 - y
                }
                swap(&x, &y)
            }
            side >>= 1
        }
        return position
    }

    private static func cell(_ value: Double, span: Double) -> UInt32 {
        UInt32(max(0, min(65535, value / span * 65536)))
    }
}
