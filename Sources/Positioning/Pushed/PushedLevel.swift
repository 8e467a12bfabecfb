/// What `accuracy_m` of a pushed fix covers, as it stands on its line.
enum PushedLevel: Decodable {
    /// A share of positions, such as 0.68.
    case number(Double)
    /// A word, such as `68`.
    case word(String)
    /// Neither.
    case other

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let word = try? container.decode(String.self) {
            self = .word(word)
        } else {
            self = .other
        }
    }

    /// The level that is meant; nil where there is none such.
    var level: HorizontalAccuracy.Level? {
        switch self {
        case .number(let number): HorizontalAccuracy.Level(probability: number)
        case .word(let word): HorizontalAccuracy.Level(word: word)
        case .other: nil
        }
    }
}
