internal import ArgumentParser
internal import Expressions

/// The file with an expression, and the expression's purpose.
struct ExpressionInput: ParsableArguments {
    @Argument(help: "A file with the expression; - is standard input.", completion: .file())
    var file: String

    @Option(
        help: ArgumentHelp(
            "What it is for: notification makes the message of an event, filter decides whether a "
                + "fix is used.",
            valueName: "name"))
    var profile: Profile = .notification

    /// The purposes of an expression.
    enum Profile: String, CaseIterable, ExpressibleByArgument {
        case notification
        case filter

        var ofExpression: Expression.Profile {
            switch self {
            case .notification: .notification
            case .filter: .filter
            }
        }
    }

    /// Reads the expression. The limit allows a final line end as well.
    func text() throws -> String {
        let bytes = try FileText.read(
            file, limit: ExpressionLimits.source_bytes + 1,
            hint: "No expression may be larger; shorten it.")
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badData, "\(file) is not UTF-8 text.", hint: "Save it in that encoding.")
        }
        return text
    }
}
