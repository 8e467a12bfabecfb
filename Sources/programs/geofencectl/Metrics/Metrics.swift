/// Metrics in the OpenMetrics text format. Prometheus readers accept it too.
struct Metrics: Encodable {
    /// The type of a family.
    enum Kind: String, Encodable {
        /// A value that increases and decreases.
        case gauge
        /// A value that increases until the daemon restarts.
        case counter
    }

    /// One value with its labels.
    struct Sample: Encodable {
        var labels: [String: String]
        var value: Double
    }

    /// The values of one name.
    struct Family: Encodable {
        /// The name without the suffix of counters.
        var name: String
        var kind: Kind
        /// A one-sentence description.
        var help: String
        var samples: [Sample] = []
    }

    /// The families in order; a family without samples is left out.
    private(set) var families: [Family] = []

    /// The metrics of a daemon that cannot be reached.
    static var unreachable: Metrics {
        var metrics = Metrics()
        metrics.addUp(false)
        return metrics
    }

    /// Creates an empty list of metrics.
    init() {}

    /// Adds whether the daemon responds.
    mutating func addUp(_ isUp: Bool) {
        add("up", "Whether the daemon answers.", isUp ? 1 : 0)
    }

    /// Adds one value; ignores nil and values that are not finite.
    mutating func add(
        _ name: String, _ help: String, _ value: Double?, _ labels: [String: String] = [:],
        kind: Kind = .gauge
    ) {
        guard let value, value.isFinite else { return }
        let sample = Sample(labels: labels, value: value)
        if let index = families.firstIndex(where: { $0.name == name }) {
            families[index].samples.append(sample)
        } else {
            families.append(Family(name: name, kind: kind, help: help, samples: [sample]))
        }
    }

    /// The text with its end mark.
    var text: String {
        var text = ""
        for family in families {
            let name = "geofenced_" + family.name
            text += "# TYPE \(name) \(family.kind.rawValue)\n# HELP \(name) \(family.help)\n"
            let suffix = family.kind == .counter ? "_total" : ""
            for sample in family.samples {
                text += "\(name)\(suffix)\(Self.text(sample.labels)) \(Self.text(sample.value))\n"
            }
        }
        return text + "# EOF\n"
    }

    private static func text(_ value: Double) -> String {
        // Large counts are written without an exponent, because people read them too.
        abs(value) < 1e15 && value == value.rounded() ? String(Int64(value)) : "\(value)"
    }

    private static func text(_ labels: [String: String]) -> String {
        guard !labels.isEmpty else { return "" }
        let parts = labels.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(escaped($0.value))\"" }
        return "{" + parts.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            .replacing("\n", with: "\\n")
    }
}
