internal import Chronology
internal import Expressions
internal import Geodesy
internal import Suggestions

/// What the expression of a monitor made of an event.
public struct ComposedMessage: Sendable, Hashable {
    /// The sentence for people: the standard one when the expression failed.
    public var text: String
    /// What the reader of the event is asked to do.
    public var actions: [String]
    /// Every other key of the expression's dictionary, as a JSON object; nil where there is none.
    public var properties: String?
    /// Why the expression failed, or which of its actions were left out; nil when all is well.
    public var problem: String?
    /// Whether the expression failed, so that the text is the standard sentence.
    public var isStandard = false
}

extension ComposedMessage {
    /// Bytes of a text: a message is read by people, and the journal cuts lines far beyond it.
    static let textMaximum_bytes = 8192
    /// Bytes of the properties: as many as a fence's own may have.
    static let propertiesMaximum_bytes = 65_536
    /// Actions of one event: one is usual.
    static let actionsMaximum = 100

    /// Without control characters, which a sender may have put into a text: the message and what is wrong with
    /// it go to terminals. The properties are JSON, which escapes them.
    fileprivate var printable: ComposedMessage {
        var message = self
        message.text = text.withoutControls(except: ["\n"])
        message.problem = problem?.withoutControls()
        return message
    }

    /// Why it is too large to be kept; nil when it is not.
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

/// Steps that the expressions of one input may still take.
public struct MessageBudget: Sendable {
    var steps = ExpressionLimits.stepsOfOneInput

    /// All that one input may take.
    public init() {}
}

extension Transition {
    /// The message that the monitor's expression makes; nil when it has none.
    ///
    /// - Parameter budget: what the expressions of one input share.
    public func composed(_ budget: inout MessageBudget) -> ComposedMessage? {
        guard case .expression(let message)? = watch.monitor.message,
            let expression = message.expression
        else { return nil }
        do throws(ExpressionError) {
            guard budget.steps > 0 else {
                throw ExpressionError.inputLimit
            }
            let (value, steps) = try expression.evaluate(
                in: context(of: expression, message),
                steps: budget.steps)
            budget.steps -= steps
            let message = composed(value).printable
            return message.excess.map(failed) ?? message
        } catch {
            if error.kind == .limit { budget.steps -= min(budget.steps, ExpressionLimits.steps) }
            return failed(error.description).printable
        }
    }

    /// The event is emitted all the same, with the standard sentence.
    private func failed(_ reason: String) -> ComposedMessage {
        ComposedMessage(
            text: standardSentence, actions: watch.monitor.actions,
            problem: "message_expression failed, \(reason)", isStandard: true)
    }

    /// Text is the message; of a dictionary `message` and `actions`, and the rest are properties.
    private func composed(_ value: ExpressionValue) -> ComposedMessage {
        guard case .dictionary(let members) = value else {
            return ComposedMessage(text: value.asText, actions: watch.monitor.actions)
        }
        var message = ComposedMessage(text: standardSentence, actions: watch.monitor.actions)
        var others: [ExpressionMember] = []
        for member in members {
            switch member.key.lowercased() {
            case "message":
                if member.value != .null { message.text = member.value.asText }
            case "actions": message.actions = Self.actions(member.value)
            default: others.append(member)
            }
        }
        let allowed = watch.monitor.requestedActions
        let refused = message.actions.filter { !allowed.contains($0) }
        if !refused.isEmpty {
            message.actions.removeAll { refused.contains($0) }
            message.problem =
                "message_expression asks for \(refused.joined(separator: ", ")), which is not in "
                + "requested_actions; add it there"
        }
        if !others.isEmpty {
            message.properties = ExpressionJSON.text(.dictionary(others), isPlain: true)
        }
        return message
    }

    private static func actions(_ value: ExpressionValue) -> [String] {
        switch value {
        case .array(let items): items.map(\.asText)
        case .null: []
        default: [value.asText]
        }
    }

    private func context(
        of expression: Expression, _ message: MessageExpression
    ) -> ExpressionContext {
        let used = expression.usedVariables
        var context = ExpressionContext(
            now_ms: decidedAt?.milliseconds, zone: watch.monitor.timeZone ?? .utc,
            zones: message.zones, seed: seed.value)
        if used.contains("$fencenotificationtype") {
            context.variables["$fencenotificationtype"] = .text(kind.rawValue)
        }
        if used.contains("$feedfeature") {
            context.variables["$feedfeature"] =
                update.map {
                    ExpressionValue(feature: $0, occasions[place].details, source: source)
                } ?? .null
        }
        if used.contains("$fencefeature") {
            context.variables["$fencefeature"] = ExpressionValue(
                fence: fence, name: fenceName, properties: properties,
                shape: message.usesFenceGeometry
                    ? watch.catalog.fence(facts.fence).shape : nil)
        }
        return context
    }

    /// The same for the same event in every run, so that a replay gives the same bytes.
    private var seed: StableHash {
        var hash = StableHash()
        hash.combine(watch.monitor.id)
        hash.combine(fence)
        hash.combine(visit?.text ?? "")
        hash.combine(kind.rawValue)
        hash.combine(UInt64(bitPattern: decidedAt?.nanoseconds ?? 0))
        return hash
    }
}

extension ExpressionGeometry {
    /// The shape of a fence as drawn, in degrees. A circle has 72 corners.
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
            // Clockwise, as outer rings run.
            let corners = (0...72).map {
                center.destination(azimuth: Double($0 % 72) * 5, distance: radius)
            }
            self.init(.polygon, [part(corners)])
        }
    }
}
