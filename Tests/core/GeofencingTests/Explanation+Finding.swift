import Geofencing

/// What an explanation finds about a subject; nil where it says nothing of it.
func finding(_ subject: String, _ explanation: Explanation?) -> String? {
    explanation?.steps.first { $0.subject == subject }?.finding
}
