extension HorizontalAccuracy.Level {
    /// The levels with a name, by name.
    static let words: KeyValuePairs<String, Self> = [
        "1-sigma": .oneSigma, "2d-rms": .rms2D, "68": .percent68, "95": .percent95,
    ]

    /// Creates the level with that name; nil for an unknown name.
    init?(word: String) {
        guard let named = Self.words.first(where: { $0.key == word }) else { return nil }
        self = named.value
    }

    /// Creates the level of a share of positions; nil unless it is at least 0.01 and below 1:
    /// smaller shares are not used in practice, and cannot be converted to 95 % with any meaning.
    init?(probability: Double) {
        guard probability >= 0.01, probability < 1 else { return nil }
        let named = Self.words.first { $0.value.probability == probability }
        self = named?.value ?? .share(probability)
    }

    /// The share of positions within the stated radius. For two equal, independent, normal errors
    /// the radius k sigma holds 1 - exp(-k²/2): k is 1 for one sigma, √2 for the 2D rms value.
    public var probability: Double {
        switch self {
        case .oneSigma: 0.3934693402873666
        case .rms2D: 0.6321205588285577
        case .percent68: 0.68
        case .percent95: 0.95
        case .share(let share): share
        }
    }
}
