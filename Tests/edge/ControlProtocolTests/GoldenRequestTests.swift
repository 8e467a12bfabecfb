import ControlProtocol
import Testing

@Suite("requests equal the golden lines")
struct GoldenRequestTests {
    @Test func goldenRequestsRoundTrip() throws {
        for line in try goldenLines("requests.jsonl") {
            let request = try Request(line: line)
            let method = try #require(request.method, "\(request.name)")
            let id = try #require(request.id)
            let written = try rewrite(request, method, id: id)
            #expect(text(written) == text(line))
        }
    }

    @Test func everyMethodHasAGoldenLine() throws {
        let seen = Set(try goldenLines("requests.jsonl").map { try Request(line: $0).name })
        #expect(seen == Set(Method.allCases.map(\.rawValue)))
    }

    private func rewrite(_ request: Request, _ method: Method, id: RequestID) throws -> [UInt8] {
        func again<Parameters: Codable>(_ type: Parameters.Type) throws -> [UInt8] {
            Request.line(id: id, method, try request.parameters(type))
        }
        return try again(parametersType(of: method))
    }
}
