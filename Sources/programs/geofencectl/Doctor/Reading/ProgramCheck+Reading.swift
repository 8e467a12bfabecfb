internal import SystemServices

extension ProgramCheck {
    /// The programs that may be installed beside the daemon.
    private static let names = ["geofenced-hooks", "geofenced-mqtt", "geofenced-webhook"]

    /// Checks the programs that are installed.
    static func read() -> [ProgramCheck] {
        names.filter { Directory.exists("/usr/sbin/\($0)") }.map { name in
            ProgramCheck(name: name, problems: problems(of: name), unit: .read(name))
        }
    }

    /// Returns the problems that the program reports; none for a file that only root may read.
    private static func problems(of name: String) -> [String] {
        let file = "/etc/geofenced/\(name.dropFirst("geofenced-".count)).toml"
        guard !Directory.exists(file) || FileText.small(file) != nil else { return [] }
        guard
            let answer = Program.run(
                ["/usr/sbin/\(name)", "--config", file, "--check-config"], withErrors: true)
        else { return ["/usr/sbin/\(name) cannot be started."] }
        guard answer.status != 0 else { return [] }
        let lines = answer.text.split(separator: "\n").map(String.init)
        return lines.isEmpty ? ["/usr/sbin/\(name) --check-config has failed."] : lines
    }
}
