extension Double {
    /// The number, without `.0` for a whole one.
    package var short: String {
        rounded() == self && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
