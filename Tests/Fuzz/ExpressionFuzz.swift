import Expressions

/// Texts of expressions, and programs that the bytes choose: whatever they say, evaluation ends
/// with a value or an error, and the same one each time.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    var program = RandomProgram(bytes)
    let source =
        unsafe start[0] & 1 == 0 ? String(decoding: bytes, as: UTF8.self) : program.text()
    precondition(result(source) == result(source), "two evaluations differ")
    return 0
}

/// Made for each evaluation: the leak detector does not find what a global holds.
private func context() -> ExpressionContext {
    ExpressionContext(
        variables: [
            "$fencenotificationtype": .text("entered"),
            "$feedfeature": .feature(
                [ExpressionMember("course", .number(10))], .point(x: 1, y: 2, z: 3)),
            "$fencefeature": .feature(
                [
                    ExpressionMember("zone_name", .text("North Yard")),
                    ExpressionMember("remark", .null),
                ],
                ExpressionGeometry(.polygon, [])),
        ], now_ms: 1_709_647_629_250, seed: 7)
}

private func result(_ source: String) -> String {
    do throws(ExpressionError) {
        let (value, steps) = try Expression(source, for: .notification).evaluate(
            in: context())
        precondition(steps <= ExpressionLimits.steps, "more steps than allowed")
        return ExpressionJSON.text(value) + " \(steps)"
    } catch {
        precondition(error.line > 0 && error.column > 0, "\(error.message) has no place")
        return error.description
    }
}
