/// The limits on the cost of an expression. None depends on a clock, so that a replay gives the
/// same result on any machine.
public enum ExpressionLimits {
    /// Bytes of the source text: the longest published expressions take a tenth of it.
    public static let source_bytes = 64 << 10
    /// Nesting of statements, terms and values. The parser and the conversion to text recurse, so
    /// this bounds their stack.
    public static let nesting = 200
    /// Nesting of calls of an expression's own functions.
    public static let calls = 64
    /// Nesting of the evaluation over all calls: 64 calls of typical functions take some 400
    /// levels, and 600 need two thirds of a megabyte of stack.
    public static let depth = 600
    /// Steps of one evaluation, some 10 ms: each term and statement costs one, and a built-in
    /// function one more for each ``unitsPerStep`` bytes or items that it reads or creates.
    public static let steps = 100_000
    /// Bytes of a text, or items of an array, that cost one step.
    public static let unitsPerStep = 64
    /// Bytes of the arrays, dictionaries and features of one evaluation. Text needs no separate
    /// limit: the steps allow 6.4 MB of it.
    public static let memory_bytes = 16 << 20
    /// Steps of all expressions for one input of the engine: 1e6 steps take some 100 ms, which a
    /// fix that crosses a hundred fences may cost.
    public static let stepsOfOneInput = 1_000_000
}
