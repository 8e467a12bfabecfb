package import Chronology
internal import Expressions
internal import Fixes
internal import Geodesy
internal import Suggestions

/// The result of a monitor's message expression for one event.
public struct ComposedMessage: Sendable, Hashable {
    /// The message text; the standard sentence if the expression failed.
    public var text: String
    /// The actions that the event requests.
    public var actions: [String]
    /// All other keys of the expression's dictionary, as a JSON object; nil if there are none.
    public var properties: String?
    /// Why the expression failed, or which of its actions were left out; nil if there is no
    /// problem.
    public var problem: String?
    /// Whether the expression failed, so that the text is the standard sentence.
    public var isStandard = false
}

extension ComposedMessage {
    /// The maximum size of the text in bytes. People read messages, and the journal cuts much
    /// longer lines.
    static let textMaximum_bytes = 8192
    /// The maximum size of the properties in bytes, the same as for the properties of a fence.
    static let propertiesMaximum_bytes = 65_536
    /// The maximum number of actions of one event; one is usual.
    static let actionsMaximum = 100

    /// The message without control characters, which a sender may have put into a text. The text
    /// and the problem are printed on terminals. The properties are JSON, which escapes control
    /// characters.
    fileprivate var printable: ComposedMessage {
        var message = self
        message.text = text.withoutControls(except: ["\n"])
        message.problem = problem?.withoutControls()
        return message
    }

    /// Why the message is too large; nil when it is not.
    fileprivate var excess: String? {
        if text.utf8.count > Self.textMaximum_bytes {
            return "the message has \(text.utf8.count) bytes; \(Self.textMaximum_bytes) are allowed"
        }
        if let count = properties?.utf8.count, count > Self.propertiesMaximum_bytes {
            return "the properties of the message have \(count) bytes; "
                + "\(Self.propertiesMaximum_bytes) are allowed"
        }
        if actions.count > Self.actionsMaximum {
            return "the message has \(actions.count) actions; \(Self.actionsMaximum) are allowed"
        }
        return nil
    }
}

/// The number of steps that the expressions of one input may still take.
public struct MessageBudget: Sendable {
    var steps = ExpressionLimits.stepsOfOneInput

    /// Creates the full budget of one input.
    public init() {}
}

extension MessageExpression {
    /// Returns the message for an event; nil where the text does not compile.
    ///
    /// - Parameters:
    ///   - zone: the time zone of the monitor.
    ///   - actions: the actions of an event for which the expression chooses none, and those that
    ///     it may choose.
    ///   - budget: the remaining steps for the expressions of one input.
    package func composed(
        for event: some MessageEvent, zone: ZoneRule,
        actions: (usual: [String], allowed: [String]), _ budget: inout MessageBudget
    ) -> ComposedMessage? {
        guard let compiled = expression.compiled else { return nil }
        func failed(_ reason: String) -> ComposedMessage {
            ComposedMessage(
                text: event.standardSentence, actions: actions.usual,
                problem: "message_expression failed, \(reason)", isStandard: true)
        }
        do throws(ExpressionError) {
            // Reading the properties of a fence takes as long as steps with as many bytes.
            if compiled.usedVariables.contains("$fencefeature"), let json = event.properties {
                budget.steps -= 4 * json.utf8.count / ExpressionLimits.bytesPerStep
            }
            guard budget.steps > 0 else { throw ExpressionError.inputLimit }
            let (value, steps) = try compiled.evaluate(
                in: context(of: compiled, event, zone), steps: budget.steps)
            budget.steps -= steps
            let message = ComposedMessage(value, event.standardSentence, actions).printable
            return message.excess.map(failed) ?? message
        } catch {
            if error.kind == .limit { budget.steps -= min(budget.steps, ExpressionLimits.steps) }
            return failed(error.description).printable
        }
    }

    private func context(
        of compiled: Expression, _ event: some MessageEvent, _ zone: ZoneRule
    ) -> ExpressionContext {
        let used = compiled.usedVariables
        var context = ExpressionContext(
            now_ms: event.decidedAt?.milliseconds, zone: zone, zones: expression.zones,
            seed: event.seed)
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
    /// Creates the message for the value of an expression. A text is the message. In a dictionary,
    /// `message` and `actions` have their meaning, and the other keys are properties.
    fileprivate init(
        _ value: ExpressionValue, _ standardSentence: String,
        _ actions: (usual: [String], allowed: [String])
    ) {
        guard case .dictionary(let members) = value else {
            self.init(text: value.asText, actions: actions.usual)
            return
        }
        self.init(text: standardSentence, actions: actions.usual)
        var others: [ExpressionMember] = []
        for member in members {
            switch member.key.lowercased() {
            case "message": if member.value != .null { text = member.value.asText }
            case "actions": self.actions = Self.actions(member.value)
            default: others.append(member)
            }
        }
        let refused = self.actions.filter { !actions.allowed.contains($0) }
        if !refused.isEmpty {
            self.actions.removeAll { refused.contains($0) }
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

extension ExpressionGeometry {
    /// The shape of a fence as drawn, in degrees. A circle becomes a polygon with 72 corners.
    init(_ shape: Shape) {
        func part(_ places: [Coordinate]) -> [Position] {
            places.map { Position(x: $0.longitude, y: $0.latitude) }
        }
        switch shape {
        case .polygons(let polygons):
            let rings = polygons.flatMap(\.rings).map(part)
            self.init(
                .polygon, rings.map { $0.first == $0.last ? $0 : $0 + $0.prefix(1) })
        case .lines(let lines): self.init(.polyline, lines.map(part))
        case .points(let points):
            self.init(points.count == 1 ? .point : .multipoint, [part(points)])
        case .circle(let center, let radius):
            // Clockwise, like outer rings.
            let corners = (0...72).map {
                center.destination(azimuth: Double($0 % 72) * 5, distance: radius)
            }
            self.init(.polygon, [part(corners)])
        }
    }
}
