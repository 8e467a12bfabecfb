import ControlProtocol

/// Lines of clients: what is read of one is read again out of what is written of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let line = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let value = try? Wire.value(JSONValue.self, from: line) {
        let again = try? Wire.value(JSONValue.self, from: Wire.line(value))
        precondition(again == value, "\(value) is written as another value")
    }
    do {
        let request = try Request(line: line)
        read(FenceFeatures.self, of: request)
        read(FenceCollection.self, of: request)
        read(SourcePush.self, of: request)
        read(SubscribeRequest.self, of: request)
        read(FenceQuery.self, of: request)
        read(VisitQuery.self, of: request)
    } catch {
        precondition(error.kind == .badJSON || error.kind == .invalidRequest, "\(error)")
    }
    return 0
}

private func read<Parameters: Codable>(_ type: Parameters.Type, of request: Request) {
    guard let parameters = try? request.parameters(type) else { return }
    let line = Request.line(id: .null, .discover, parameters)
    let again = try? Request(line: line).parameters(type)
    precondition(again != nil, "what is written of the parameters cannot be read")
}
