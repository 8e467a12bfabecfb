extension Double {
    /// The number without the `.0` of a whole one.
    var short: String {
        rounded() == self && magnitude < 1e15 ? "\(Int64(self))" : "\(self)"
    }
}
