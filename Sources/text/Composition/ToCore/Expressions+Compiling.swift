package import Chronology
package import Expressions
package import Fixes
import Geodesy
import Geofencing
package import Messages

extension FixFilter {
    /// The text as an expression.
    var expression: ConfiguredExpression {
        var expression = ConfiguredExpression(text, for: .filter, key: "filter")
        expression.zones = zones
        return expression
    }

    /// Compiles the text of a filter.
    ///
    /// - Parameter zones: returns the rules of the time zones that the expression names.
    package init(compiling text: String, zones: (ConfiguredExpression) -> [String: ZoneRule]) {
        let expression = ConfiguredExpression(text, for: .filter, key: "filter")
        let rules = zones(expression)
        guard let compiled = expression.compiled else {
            self.init(text, zones: rules, problem: expression.problem, readsDetails: false, nil)
            return
        }
        self.init(
            text, zones: rules, problem: nil,
            readsDetails: compiled.readsFixDetails(of: "$locationupdate")
        ) { update, details, source, now in
            var seed = StableHash()
            seed.combine(source)
            seed.combine(UInt64(bitPattern: update.time?.nanoseconds ?? .min))
            var context = ExpressionContext(
                now_ms: now?.milliseconds, zones: rules, seed: seed.value)
            context.variables["$locationupdate"] = ExpressionValue(
                feature: update, details, source: source)
            do throws(ExpressionError) {
                return try compiled.evaluate(in: context).value.asBool ? .used : .refused
            } catch {
                return .failed("filter failed, \(error.description)")
            }
        }
    }
}

extension MessageExpression {
    /// The text as an expression.
    var expression: ConfiguredExpression {
        var expression = ConfiguredExpression(
            text, for: .notification, key: "message_expression")
        expression.zones = zones
        return expression
    }

    /// Compiles the text of a message expression.
    ///
    /// - Parameter zones: returns the rules of the time zones that the expression names.
    package init(compiling text: String, zones: (ConfiguredExpression) -> [String: ZoneRule]) {
        let expression = ConfiguredExpression(
            text, for: .notification, key: "message_expression")
        let rules = zones(expression)
        guard let compiled = expression.compiled else {
            self.init(text, zones: rules, problem: expression.problem, readsDetails: false, nil)
            return
        }
        let variables = MessageVariables(of: compiled, zones: rules)
        self.init(
            text, zones: rules, problem: nil,
            readsDetails: compiled.readsFixDetails(of: "$feedfeature")
        ) { event, zone, usual, allowed, budget in
            func failed(_ reason: String) -> ComposedMessage {
                var message = ComposedMessage(text: event.standardSentence, actions: usual)
                message.problem = "message_expression failed, \(reason)"
                message.isStandard = true
                return message
            }
            do throws(ExpressionError) {
                budget.usedSteps += variables.readingSteps(of: event)
                let left = ExpressionLimits.stepsOfOneInput - budget.usedSteps
                guard left > 0 else { throw ExpressionError.inputLimit }
                let (value, steps) = try compiled.evaluate(
                    in: variables.context(of: event, zone), steps: left)
                budget.usedSteps += steps
                let message = ComposedMessage(
                    value, event.standardSentence, usual: usual, allowed: allowed
                ).printable
                return message.excess.map(failed) ?? message
            } catch {
                if error.kind == .limit { budget.usedSteps += ExpressionLimits.steps }
                return failed(error.description).printable
            }
        }
    }
}

/// The variables of a message expression, as far as it reads them.
private struct MessageVariables: Sendable {
    private let used: Set<String>
    /// Whether the expression reads the geometry of the fence, or uses the fence as a whole.
    private let usesFenceGeometry: Bool
    private let zones: [String: ZoneRule]

    init(of expression: Expression, zones: [String: ZoneRule]) {
        used = Set(expression.usedVariables)
        usesFenceGeometry = expression.usesAsAWhole("$fencefeature")
        self.zones = zones
    }

    /// Returns the steps for reading the properties of the fence, which takes as long as steps with
    /// as many bytes.
    func readingSteps(of event: any MessageEvent) -> Int {
        guard used.contains("$fencefeature"), let json = event.properties else { return 0 }
        return 4 * json.utf8.count / ExpressionLimits.bytesPerStep
    }

    func context(of event: any MessageEvent, _ zone: ZoneRule) -> ExpressionContext {
        var context = ExpressionContext(
            now_ms: event.decidedAt?.milliseconds, zone: zone, zones: zones, seed: event.seed)
        if used.contains("$fencenotificationtype") {
            context.variables["$fencenotificationtype"] = .text(event.type)
        }
        if used.contains("$feedfeature") {
            context.variables["$feedfeature"] =
                event.update.map {
                    ExpressionValue(feature: $0, event.details, source: event.source)
                } ?? .null
        }
        if used.contains("$fencefeature") {
            context.variables["$fencefeature"] = ExpressionValue(
                fence: event.fence, name: event.fenceName, properties: event.properties,
                shape: usesFenceGeometry ? event.shape : nil)
        }
        return context
    }
}

extension ComposedMessage {
    /// Creates the message for the value of an expression. A text is the message; null stands for
    /// the standard sentence. In a dictionary, `message` and `actions` have their meaning, and the
    /// other keys are properties.
    fileprivate init(
        _ value: ExpressionValue, _ standardSentence: String, usual: [String], allowed: [String]
    ) {
        guard case .dictionary(let members) = value else {
            let text = value == .null ? standardSentence : value.asText
            self.init(text: text, actions: usual)
            return
        }
        self.init(text: standardSentence, actions: usual)
        var others: [ExpressionMember] = []
        for member in members {
            switch member.key.lowercased() {
            case "message": if member.value != .null { text = member.value.asText }
            case "actions": actions = Self.actions(member.value)
            default: others.append(member)
            }
        }
        // Without requested_actions every action is allowed.
        let refused = actions.filter { !allowed.isEmpty && !allowed.contains($0) }
        if !refused.isEmpty {
            actions.removeAll { refused.contains($0) }
            problem =
                "message_expression asks for \(refused.joined(separator: ", ")), which is not in "
                + "requested_actions; add it there"
        }
        if !others.isEmpty {
            properties = ExpressionJSON.text(.dictionary(others), isPlain: true)
        }
    }

    private static func actions(_ value: ExpressionValue) -> [String] {
        switch value {
        case .array(let items): items.map(\.asText)
        case .null: []
        default: [value.asText]
        }
    }
}
