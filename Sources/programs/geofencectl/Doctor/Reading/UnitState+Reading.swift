internal import SystemServices

extension UnitState {
    /// Reads a service; nil where systemd does not run or does not answer.
    static func read(_ service: String) -> UnitState? {
        guard Directory.exists("/run/systemd/system"),
            let answer = Program.run([
                "systemctl", "show", "\(service).service", "-p",
                "LoadState,ActiveState,Result,UnitFileState,StatusText",
            ]), answer.status == 0
        else { return nil }
        return UnitState(properties: answer.text)
    }

    /// Parses `systemctl show`; nil without `LoadState` or `ActiveState`.
    init?(properties text: String) {
        var values: [Substring: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { values[parts[0]] = String(parts[1]) }
        }
        guard let load = values["LoadState"], let active = values["ActiveState"] else {
            return nil
        }
        self.init(
            load: load, active: active, result: values["Result"] ?? "",
            isEnabled: values["UnitFileState"] == "enabled", text: values["StatusText"] ?? "")
    }
}
