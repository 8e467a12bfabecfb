extension Double {
    /// The number as text, without `.0` for a whole number.
    package var short: String {
        rounded() == self && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
