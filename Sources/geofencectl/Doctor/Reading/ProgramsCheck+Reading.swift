extension ProgramsCheck {
    /// The programs that there are.
    private static let names = ["geofenced-mqtt", "geofenced-webhook", "geofenced-hooks"]

    /// The units as systemd reports them; none where systemd does not run or does not answer.
    static func read() -> ProgramsCheck {
        let properties = "Id,LoadState,ActiveState,Result,UnitFileState,StatusText"
        guard Directory.exists("/run/systemd/system"),
            let answer = Program.run(["systemctl", "show", "-p", properties, "--"] + names),
            answer.status == 0
        else { return ProgramsCheck(services: []) }
        return ProgramsCheck(properties: answer.text)
    }
}

extension ProgramsCheck {
    /// Reads what `systemctl show` prints: `KEY=VALUE` lines, with an empty line between units.
    init(properties text: String) {
        services = text.split(separator: "\n\n").compactMap { block in
            let values = DaemonCheck.Unit.values(String(block))
            guard let id = values["Id"], id.hasSuffix(".service"),
                let unit = DaemonCheck.Unit(properties: String(block))
            else { return nil }
            return Service(
                name: String(id.dropLast(".service".count)), unit: unit,
                fileState: values["UnitFileState"] ?? "", status: values["StatusText"] ?? "")
        }
    }
}
