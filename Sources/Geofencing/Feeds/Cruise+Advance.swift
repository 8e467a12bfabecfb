extension Cruise {
    /// How a fix goes on from the last one, as far as it takes hardly anything to tell.
    enum Manner {
        /// In the ordinary way, and nobody has to look.
        case passes
        /// In the ordinary way, but somebody has to look.
        case isOrdinary
        /// In any way.
        case mayBeUnusual
    }

    /// A fix that goes on from the last one in the ordinary way.
    struct Advance {
        /// Metres from the last fix, at least.
        var moved_m: Double
        /// The way there in degrees of longitude and latitude; zero for a leap.
        var course = SIMD2<Double>.zero
        /// Metres travelled up to the fix.
        var odometer_m: Double
        /// Nanoseconds since the last fix by receiver time and on the boot clock.
        var interval_ns: Int64
        var elapsed_ns: Int64
        /// Whether nothing is inferred about the way, which is too long to guess at.
        var isLeap = false

        /// Metres around the fix within which the way to it lies.
        var sweep_m: Double { isLeap ? 0 : moved_m }
    }
}
