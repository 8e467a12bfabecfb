/// A value kept apart, so that what holds it stays small and is copied in a word.
indirect enum Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
    case value(Value)

    /// The value itself.
    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
