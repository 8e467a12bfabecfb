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
    /// Steps of one evaluation, some 10 ms: each term and statement costs one, and one more each
    /// ``bytesPerStep`` bytes of texts, items, keys and vertices that are read, compared, copied or
    /// made. They also bound the memory of an evaluation: to 6.4 MB and what the allocator adds.
    public static let steps = 100_000
    /// Bytes that cost one step.
    public static let bytesPerStep = 64
    /// Bytes of a result, with ``resultNode_bytes`` for each of its values: as many as the message
    /// and the properties of an event may have.
    public static let result_bytes = (8 + 64) << 10
    /// Bytes that a value of a result costs beside its text.
    static let resultNode_bytes = 64
    /// Steps of all expressions for one input of the engine, some 30 ms: a fix that crosses a
    /// hundred fences may cost that, and another client waits as long.
    public static let stepsOfOneInput = 300_000
}
