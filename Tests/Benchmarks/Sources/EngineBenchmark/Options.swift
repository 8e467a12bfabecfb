import Glibc

/// `FENCES.bin TRACK.bin [--fixes N] [--monitors N] [--jumps] [--verify]`
struct Options {
    var fences = ""
    var track = ""
    var fixes = Int.max
    var monitors = 1
    /// Whether the positions of the track are unrelated to each other.
    var jumps = false
    /// Whether to compare with an evaluation of all fences instead of measuring.
    var verifies = false

    /// The options of a command line, or the end of the program with its usage.
    init(_ arguments: [String]) {
        var words = arguments.dropFirst()
        var files: [String] = []
        while let word = words.popFirst() {
            switch word {
            case "--fixes": fixes = Self.number(words.popFirst())
            case "--monitors": monitors = Self.number(words.popFirst())
            case "--jumps": jumps = true
            case "--verify": verifies = true
            default: files.append(word)
            }
        }
        guard files.count == 2 else { Self.refuse() }
        fences = files[0]
        track = files[1]
    }

    private static func number(_ word: String?) -> Int {
        guard let word, let number = Int(word), number > 0 else { refuse() }
        return number
    }

    private static func refuse() -> Never {
        print(
            "usage: EngineBenchmark FENCES.bin TRACK.bin [--fixes N] [--monitors N] [--jumps] "
                + "[--verify]")
        exit(64)
    }
}
