/// How a monitor reads the accuracy of a fix.
struct AccuracyReading: Sendable, Hashable {
    var mode: AccuracyMode
    /// The confidence of the accuracy radii, 0.01 to 0.9999.
    var confidence: Double
    /// The radius in metres that replaces a missing accuracy; nil for none.
    var assumed_m: Double?

    /// The limit beyond which an accuracy is poor.
    var limit: AccuracyLimit

    init(of definition: MonitorDefinition) {
        mode = definition.accuracyMode
        confidence = definition.accuracyConfidence
        assumed_m = definition.assumedAccuracy_m
        limit = definition.accuracyLimit
    }
}
