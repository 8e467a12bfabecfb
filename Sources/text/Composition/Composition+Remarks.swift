import Chronology
import Expressions
import Fixes
import Geodesy
import Geofencing
import Messages
import Settings
import Suggestions

extension Composition {
    /// Likely mistakes in a valid configuration, one sentence each: mistakes in expressions, and
    /// settings without effect.
    public var remarks: [String] {
        let ofSources = configuration.sources.flatMap { source in
            guard let filter = engine.feeds[source.name]?.filter else { return [String]() }
            let expression = filter.expression
            return
                (expression.warnings(eventTypes: [])
                + Self.misspeltFields(of: "$locationupdate", in: expression, "filter")
                + expression.zoneWarnings)
                .map { "source \(source.name): \($0)" }
        }
        return ofSources
            + engine.monitors.flatMap { monitor in
                remarks(of: monitor).map { "monitor \(monitor.name): \($0)" }
            }
    }

    private func remarks(of monitor: MonitorDefinition) -> [String] {
        var remarks: [String] = []
        switch monitor.message {
        case .template(let template)?:
            if let variable = template.variable {
                remarks.append(
                    "message is emitted as it stands, with \(variable) in it; to evaluate that, use "
                        + "message_expression")
            }
        case .expression(let message)?:
            let expression = message.expression
            remarks += expression.warnings(
                eventTypes: Transition.Kind.allCases.map(\.rawValue))
            remarks += missingProperties(of: expression, monitor.fences)
            remarks += Self.misspeltFields(
                of: "$feedfeature", in: expression, "message_expression")
            remarks += expression.zoneWarnings
        case nil: break
        }
        if monitor.relation != MonitorDefinition.usualRelation,
            monitor.accuracyMode == .useGeometry
        {
            remarks.append(
                "relation has no effect on a point, for which all three are alike; set accuracy_mode "
                    + "= \"useGeometryWithAccuracy\", or remove relation")
        }
        return remarks
    }

    /// Returns a remark on each field of a fix that is close to another one. A field that is not may
    /// be a key of the sender.
    private static func misspeltFields(
        of variable: String, in expression: ConfiguredExpression, _ key: String
    ) -> [String] {
        let place = Coordinate(latitude: 0, longitude: 0)
        let fix = ExpressionValue(
            feature: LocationUpdate(position: place, time: nil), nil, source: "")
        guard case .feature(let members, _) = fix else { return [] }
        let known = members.map(\.key)
        return (expression.compiled?.fields(of: variable) ?? []).compactMap { field in
            let name = field.name.lowercased()
            guard !known.contains(name), let meant = closestWord(to: name, among: known) else {
                return nil
            }
            return "\(key), line \(field.line), column \(field.column): a fix has no "
                + "\"\(field.name)\" (did you mean \"\(meant)\"?), unless its sender gives it"
        }
    }

    private func missingProperties(
        of message: ConfiguredExpression, _ set: FenceSetName
    ) -> [String] {
        guard let fences = engine.fenceSets[set]?.set, fences.count > 0 else { return [] }
        let named = message.fenceProperties.filter {
            !["id", "name"].contains($0.name.lowercased())
        }
        var missing = Set(named.map { $0.name.lowercased() })
        for text in fences.propertyTexts where !missing.isEmpty {
            missing.subtract(ExpressionJSON.members(of: text).map { $0.key.lowercased() })
        }
        return named.filter { missing.contains($0.name.lowercased()) }.map {
            "message_expression, \($0.place): no fence of \(set.text) has the property "
                + "\"\($0.name)\", and an event that reads it gets the standard sentence; HasKey returns "
                + "whether a fence has one"
        }
    }
}

extension MonitorDefinition {
    /// The relation that is used when a configuration names none.
    fileprivate static let usualRelation = MonitorDefinition(
        name: "", source: "", fences: FenceSetName("")
    ).relation
}

extension ConfiguredExpression {
    /// The properties of the fence that the expression names literally, each once, with its place
    /// as `line 1, column 5`.
    fileprivate var fenceProperties: [(name: String, place: String)] {
        var known: Set<String> = []
        return (compiled?.fields(of: "$fencefeature") ?? []).compactMap { field in
            known.insert(field.name.lowercased()).inserted
                ? (field.name, "line \(field.line), column \(field.column)") : nil
        }
    }
}
