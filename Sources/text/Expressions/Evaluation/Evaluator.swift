internal import Chronology
internal import Geodesy

/// Evaluates a program once.
final class Evaluator {
    let program: Program
    let context: ExpressionContext
    let profile: Expression.Profile
    /// The remaining steps.
    private(set) var steps: Int
    /// The charged bytes that do not yet cost a whole step.
    private var bytes = 0
    /// The bytes that the copied result may still have.
    var resultRoom_bytes = ExpressionLimits.result_bytes
    /// All containers, so that reference cycles are freed at the end.
    private var arrays: [ArrayBox] = []
    private var dictionaries: [DictionaryBox] = []
    private var depth = 0
    /// The variables of active calls, by the number of their names.
    var calls: [[Int: Value]] = []
    /// The variables of the script.
    var globals: [Int: Value] = [:]
    /// The value of the last statement.
    var result = Value.null
    private var profileValues: [String: Value] = [:]
    private var random: SplitMix

    init(
        _ program: Program, _ context: ExpressionContext, profile: Expression.Profile, steps: Int
    ) {
        self.program = program
        self.context = context
        self.profile = profile
        self.steps = steps
        random = SplitMix(seed: context.seed)
    }

    /// Runs the script and returns its value.
    func run() throws(ExpressionError) -> ExpressionValue {
        if program.statements.isEmpty { return profile == .filter ? .bool(false) : .text("") }
        _ = try perform(program.statements)
        return try copy(result)
    }

    /// Frees the containers of the evaluation.
    func dissolve() {
        for array in arrays { array.items = [] }
        for dictionary in dictionaries { dictionary.removeAll() }
        globals = [:]
        profileValues = [:]
        result = .null
    }

    var zone: Zone { Zone(rule: context.zone) }

    // MARK: Cost

    /// Counts one step.
    func step() throws(ExpressionError) {
        steps -= 1
        guard steps >= 0 else {
            throw ExpressionError(
                .limit, "the expression takes more than \(ExpressionLimits.steps) steps")
        }
    }

    /// Charges bytes before they are read, compared, hashed, copied or allocated. This bounds the
    /// memory, too: nothing is freed before the end, and nothing is allocated without a charge.
    func charge(_ count: Int) throws(ExpressionError) {
        bytes += count
        steps -= bytes / ExpressionLimits.bytesPerStep
        bytes %= ExpressionLimits.bytesPerStep
        guard steps >= 0 else {
            throw ExpressionError(
                .limit,
                "the expression takes more than \(ExpressionLimits.steps) steps, of which "
                    + "\(ExpressionLimits.bytesPerStep) bytes of texts, items and vertices cost one"
            )
        }
    }

    /// Charges values that are read or copied without their content.
    func charge(items count: Int) throws(ExpressionError) {
        try charge(count * MemoryLayout<Value>.stride)
    }

    /// Charges values that are allocated one by one: a step each.
    func charge(objects count: Int) throws(ExpressionError) {
        try charge(count * ExpressionLimits.bytesPerStep)
    }

    /// Enters a nested term or statement: one step, one level. ``leave()`` leaves it.
    func enter() throws(ExpressionError) {
        try step()
        depth += 1
        guard depth > ExpressionLimits.depth else { return }
        depth -= 1
        throw ExpressionError(
            .limit, "the evaluation is nested more than \(ExpressionLimits.depth) deep")
    }

    func leave() { depth -= 1 }

    // MARK: Containers

    func array(
        _ items: [Value], isImmutable: Bool = false
    ) throws(ExpressionError) -> Value {
        try charge(objects: 1)
        let array = ArrayBox(items, isImmutable: isImmutable)
        arrays.append(array)
        return .array(array)
    }

    func dictionary() throws(ExpressionError) -> DictionaryBox {
        try charge(objects: 1)
        let dictionary = DictionaryBox()
        dictionaries.append(dictionary)
        return dictionary
    }

    /// Returns a member of a dictionary; nil without that key.
    func member(_ key: Text, of dictionary: DictionaryBox) throws(ExpressionError) -> Value? {
        try charge(key.byteCount)
        return dictionary[key]
    }

    /// Sets a member of a dictionary.
    func set(_ key: Text, _ value: Value, in dictionary: DictionaryBox) throws(ExpressionError) {
        // The key is stored as written and in lower case.
        try charge(2 * key.byteCount)
        if dictionary[key] == nil { try charge(objects: 2) }
        dictionary.set(key, value)
    }

    func feature(
        _ attributes: DictionaryBox, _ geometry: ExpressionGeometry?, isImmutable: Bool = false
    ) -> Value {
        .feature(FeatureBox(attributes, geometry, isImmutable: isImmutable))
    }

    // MARK: Randomness

    func nextRandom() -> UInt64 { random.next() }

    // MARK: Profile variables

    /// Returns the value of a profile variable, which is created once.
    func profileVariable(_ folded: String) throws(ExpressionError) -> Value {
        if let value = profileValues[folded] { return value }
        guard let given = context.variables[folded] else {
            throw ExpressionError(
                .identifier, "the variable \(folded) has no value here")
        }
        let value = try value(given, isImmutable: true)
        profileValues[folded] = value
        return value
    }
}
