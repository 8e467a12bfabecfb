import Chronology
public import ControlProtocol
public import Geofencing

extension FenceExplanations {
    /// Converts the explanations of the engine to their public form.
    public init(_ explanations: [Explanation]) {
        self.init(explanations: explanations.map(Chain.init))
    }
}

extension FenceExplanations.Chain {
    fileprivate init(_ explanation: Explanation) {
        self.init(
            monitor: explanation.monitor, fence: explanation.fence,
            time: explanation.time?.rfc3339,
            steps: explanation.steps.map { .init(subject: $0.subject, finding: $0.finding) },
            result: explanation.result)
    }
}
