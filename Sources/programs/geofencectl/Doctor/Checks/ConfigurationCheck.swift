/// The check of the configuration file.
struct ConfigurationCheck {
    /// The file.
    var path: String
    /// Why the file cannot be used; nil when it can.
    var failure: CommandFailure?
    /// Why the daemon refused its last reload.
    var reloadError: String?

    /// The finding for it.
    var finding: Finding {
        if let failure {
            let finding = Finding.message(of: failure.problems) ?? failure.message
            switch failure.status {
            case .noPermission:
                return .warn(
                    "configuration", finding,
                    fix: "Run the doctor with sudo to have the configuration checked.")
            case .ok, .checkFailed, .usage, .badData, .noInput, .unreachable, .timedOut,
                .badConfiguration:
                return .fail(
                    "configuration", finding,
                    fix: "See all problems with: geofencectl config check \(path).")
            }
        }
        if let reloadError {
            return .fail(
                "configuration", "The last reload failed: \(reloadError)",
                fix: "When that is repaired: geofencectl reload.")
        }
        return .ok("configuration", "\(path) is valid.")
    }
}
