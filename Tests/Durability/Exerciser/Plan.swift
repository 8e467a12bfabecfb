/// What the exerciser is asked to do: `StoreExerciser DIRECTORY [name=value …]`.
struct Plan: Sendable {
    /// Where the store lives.
    var directory: String
    /// Events to append.
    var count = 100
    /// Batches handed over before the first is durable.
    var window = 4
    /// Bytes of each event's record.
    var size = 300
    /// Rows the log may keep.
    var rows = 100_000
    /// Bytes the log may use.
    var bytes = 1 << 20
    /// Fails, after this many seconds, when not everything is durable.
    var patience_s = 60
    /// Ends without closing the store, as a crash would.
    var crash = 0
    /// Reads the whole log before the end.
    var read = 0

    /// The plan of these arguments; nil for an argument that is not understood.
    init?(_ arguments: [String]) {
        guard let directory = arguments.first else { return nil }
        self.directory = directory
        let places: [String: WritableKeyPath<Plan, Int>] = [
            "count": \.count, "window": \.window, "size": \.size, "rows": \.rows,
            "bytes": \.bytes, "patience_s": \.patience_s, "crash": \.crash, "read": \.read,
        ]
        for argument in arguments.dropFirst() {
            let halves = argument.split(separator: "=")
            guard halves.count == 2, let place = places[String(halves[0])],
                let value = Int(halves[1])
            else { return nil }
            self[keyPath: place] = value
        }
    }
}
