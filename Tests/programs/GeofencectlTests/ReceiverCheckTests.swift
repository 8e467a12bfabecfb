import Testing

@testable import geofencectl

/// Receivers, their ports, and the programs that take them away.
@Suite("the doctor's verdicts about receivers")
struct ReceiverCheckTests {
    private let passwd = "root:x:0:0::/root:/bin/sh\ngeofenced:x:990:990::/:/usr/sbin/nologin\n"
    private let group =
        "root:x:0:\ndialout:x:20:\ntty:x:5:\ngeofenced:x:990:\ngps:x:77:a,geofenced\n"

    /// Whether a repair says those words, or there is none where there should be none.
    private func matches(_ fix: String?, _ words: String?) -> Bool {
        words.map { fix?.contains($0) == true } ?? (fix == nil)
    }

    @Test func serviceReadsWithThePermissionsOfItsGroups() throws {
        let account = try #require(Account(named: "geofenced", passwd: passwd, group: group))
        #expect(account.user == 990 && account.groups == [990, 20, 77])
        #expect(account.mayRead(owner: 0, group: 20, mode: 0o660))
        #expect(!account.mayRead(owner: 0, group: 20, mode: 0o604), "the group's bits decide")
        #expect(!account.mayRead(owner: 0, group: 5, mode: 0o660))
        #expect(account.mayRead(owner: 0, group: 5, mode: 0o664))
        #expect(!account.mayRead(owner: 990, group: 20, mode: 0o060), "the owner's bits decide")
        #expect(Account(named: "geo", passwd: passwd, group: group) == nil)
    }

    @Test func runningDaemonReadsWithItsActualPermissions() throws {
        let text = "Name:\tgeofenced\nUid:\t1\t2\t3\t4\nGid:\t5\t6\t7\t8\nGroups:\t20 990 \n"
        let account = try #require(Account(processStatus: text))
        #expect(account.user == 4 && account.groups == [8, 20, 990])
        #expect(Account(processStatus: "Uid:\t1\n") == nil)
        #expect(
            Account(processStatus: "Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\n")?.mayRead(
                owner: 1, group: 1, mode: 0) == true)
    }

    @Test func receiverIsReadableForbiddenAbsentOrAnotherFile() {
        let dialout = ReceiverCheck.Node(
            owner: 0, group: 20, groupName: "dialout", mode: 0o660, isDevice: true)
        var tty = dialout
        tty.group = 5
        tty.groupName = "tty"
        var closed = dialout
        closed.mode = 0o600
        var file = dialout
        file.isDevice = false
        let cases: [(ReceiverCheck.Node?, Finding.Outcome, String?)] = [
            (dialout, .ok, nil), (tty, .fail, "usermod -aG tty geofenced"),
            (closed, .fail, "udev rule"), (file, .fail, "Correct the device"),
            (nil, .fail, "There is: /dev/ttyACM0."),
        ]
        let reader = Account(named: "geofenced", passwd: passwd, group: group)
        for (node, outcome, fix) in cases {
            let check = ReceiverCheck(
                source: "gps", device: "/dev/gps", node: node, candidates: ["/dev/ttyACM0"],
                reader: reader)
            #expect(check.finding.outcome == outcome, "\(check.finding)")
            #expect(matches(check.finding.fix, fix), "\(check.finding)")
        }
    }

    @Test(arguments: [([] as [String], Finding.Outcome.warn), (["/dev/ttyUSB0"], .ok)])
    func automaticSourceUsesAnyReceiver(candidates: [String], outcome: Finding.Outcome) {
        let check = ReceiverCheck(source: "gps", candidates: candidates)
        #expect(check.finding.outcome == outcome)
    }

    @Test(arguments: [
        (nil as String?, nil as String?, Finding.Outcome.ok, nil as String?),
        ("gpsd", nil, .fail, "type = \"gpsd\""),
        ("cat", nil, .fail, "End that program"), (nil, "ModemManager (pid 7)", .fail, "ignore"),
        ("brltty", nil, .fail, "mask"),
    ])
    func busyPortNamesItsHolder(
        holder: String?, reported: String?, outcome: Finding.Outcome, fix: String?
    ) {
        let check = PortCheck(
            source: "gps", device: "/dev/ttyACM0",
            holders: holder.map { [PortCheck.Holder(name: $0, pid: 7)] } ?? [], reported: reported,
            sawAll: true)
        #expect(check.finding.outcome == outcome)
        #expect(matches(check.finding.fix, fix), "\(check.finding)")
    }

    @Test(arguments: [
        (false, false, nil as Bool?, Finding.Outcome.ok), (true, false, nil, .warn),
        (true, true, true, .ok),
        (true, true, false, .warn), (true, true, nil, .ok),
    ])
    func modemManagerMustIgnoreReceivers(
        runs: Bool, installed: Bool, isIgnored: Bool?, outcome: Finding.Outcome
    ) {
        let check = PortRulesCheck(
            ports: [.init(device: "/dev/ttyUSB0", isIgnored: isIgnored)], modemManagerRuns: runs,
            brlttyRuns: runs, rulesAreInstalled: installed)
        #expect(check.findings.map(\.outcome) == [outcome, runs ? .warn : .ok])
    }

    @Test(arguments: [
        (false, [] as [String], [] as [String], Finding.Outcome.ok),
        (true, ["/dev/ttyACM0"], [], .fail),
        (false, ["/dev/ttyACM0"], [], .ok), (true, ["/dev/ttyACM1"], [], .ok),
        (false, [], ["ship"], .fail), (true, [], ["ship"], .warn),
        (true, ["/dev/ttyACM1"], ["ship"], .ok),
    ])
    func gpsdAndASerialSourceConflict(
        isAvailable: Bool, devices: [String], clients: [String], outcome: Finding.Outcome
    ) {
        let check = GpsdCheck(
            isAvailable: isAvailable, devices: Set(devices), serial: [("gps", "/dev/ttyACM0")],
            clients: clients)
        #expect(check.findings.map(\.outcome) == [outcome])
    }

    @Test func devicesAreReadFromTheDefaultsFileOfDebian() {
        let text = "# DEVICES=\"/dev/x\"\nDEVICES=\"/dev/a /dev/b\"\nGPSD_OPTIONS=\"-n\"\n"
        #expect(GpsdCheck.configured(text) == ["/dev/a", "/dev/b"])
    }
}
