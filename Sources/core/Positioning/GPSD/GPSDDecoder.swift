public import Chronology
import Geodesy
import JSONText
import Suggestions

/// Turns the lines of gpsd's JSON protocol into fixes, from its socket or from a recording.
///
/// The caller sends `?WATCH={"enable":true,"json":true};` and passes on the response. A bad line is
/// only counted as a discard, because gpsd itself sends some lines that are not JSON. Several
/// reports of one moment become one fix, delivered with the first complete report. While reports
/// are incomplete, the caller must call ``advance(to:_:)`` when ``nextDeadline`` has passed.
public struct GPSDDecoder: StreamDecoder {
    /// The only supported major version of gpsd's protocol (gpsd 2.90 and later).
    public static let protocolMajor = 3
    /// The maximum number of devices: gpsd serves few, but a hostile gpsd may report many.
    private static let devicesMaximum = 16
    /// Seconds without a fix after which another receiver is chosen, before the source is stale.
    private static let deviceSilenceSeconds = 5.0...30.0
    private static let deviceSilenceIntervals = 2.5

    private let settings: GPSDSettings
    private var lines = LineSplitter(limit: JSONLine.maximumLength)
    /// Other names of the configured device, such as the target of a link.
    public var sameDevices: Set<String> = []
    private var isUnsupported = false
    private var chosenDevice: String?
    private var chosenAt = BootInstant(nanoseconds: 0)
    /// The seconds between the last two fixes of the chosen receiver; nil before its second fix.
    private var chosenIntervalSeconds: Double?
    /// The paths of the receivers that gpsd reported.
    private var devices: [String] = []
    private var sky: [String: GPSDMessage.SKY] = [:]
    private var statistics: [String: GPSDMessage.GST] = [:]
    private var clock: ReceiverClock
    private var systemTime = SystemTime()
    private var lastTime: UTCInstant?
    private var moment = GPSDMoment()
    /// The counts so far; each line counts as a sentence.
    public private(set) var counts = DecoderCounts()
    /// The number of satellites in view in the last SKY report; nil before the first.
    public private(set) var satellitesVisible: Int?
    /// The jamming indicator of the last report, with or without a fix; nil when it has none.
    public private(set) var jamming: Int?

    /// Creates a decoder that has received nothing.
    public init(_ settings: GPSDSettings = GPSDSettings()) {
        self.settings = settings
        clock = ReceiverClock(
            buildDate: settings.buildDate, repairs: settings.repairsWeekRollover)
    }

    /// Whether the peer's protocol version is unsupported, so that the connection should be closed.
    public var isLost: Bool { isUnsupported }

    /// The instant at which to call ``advance(to:_:)`` if no report completes the moment earlier.
    public var nextDeadline: BootInstant? { moment.deadline }

    /// Sets the time of the system clock; nil when it is unknown. It is used to check dates,
    /// because gpsd passes on the dates of receivers unchecked.
    public mutating func noteSystemTime(_ time: UTCInstant?, at now: BootInstant) {
        systemTime.note(time, at: now)
    }

    /// Decodes the next bytes of the stream, which arrived at `now`.
    public mutating func receive(
        _ bytes: Span<UInt8>, at now: BootInstant, _ report: (Report) -> Void
    ) {
        advance(to: now, report)
        counts.bytes += bytes.count
        var splitter = lines
        splitter.push(bytes) { read($0, number: $1, at: now, report) }
        lines = splitter
    }

    /// Delivers the waiting moment if it is complete or its deadline has passed.
    public mutating func advance(to now: BootInstant, _ report: (Report) -> Void) {
        deliver(moment.takeIfDue(at: now), at: now, report)
    }

    /// Ends the stream; the decoder may continue with a new connection.
    public mutating func finish(at now: BootInstant, _ report: (Report) -> Void) {
        var splitter = lines
        splitter.finish { read($0, number: $1, at: now, report) }
        lines = splitter
        deliver(moment.take(), at: now, report)
        isUnsupported = false
    }

    private mutating func read(
        _ item: LineSplitter.Item, number: Int, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard !isUnsupported else { return }
        guard case .line(let line) = item else { return discard(.overlong, report) }
        // A recording may contain comments, and a connection may send raw NMEA beside JSON.
        if line[0] == UInt8(ascii: "#") || line[0] == UInt8(ascii: "$") {
            counts.ignored += 1
            return
        }
        let start = Self.reportStart { $0 < line.count ? line[$0] : nil }
        var object = JSONLine(start == 0 ? line : Array(line[start...]), isStrict: false)
        guard let message = try? GPSDMessage(&object) else { return discard(.badJSON, report) }
        counts.note(object, number: number)
        counts.sentences += 1
        take(message, at: now, report)
    }

    /// The maximum offset of a report: more than any time that `gpspipe -t` prints before one.
    private static let longestStamp = 40

    /// Returns the offset of the report in a line, after the arrival time of `gpspipe -t`.
    ///
    /// - Parameter byte: returns the byte at an offset; nil after the end of the line.
    @inline(__always)
    static func reportStart(_ byte: (Int) -> UInt8?) -> Int {
        if byte(0) == UInt8(ascii: "{") { return 0 }
        for offset in 2..<longestStamp where byte(offset) == UInt8(ascii: "{") {
            return byte(offset - 2) == UInt8(ascii: ":") && byte(offset - 1) == UInt8(ascii: " ")
                ? offset : 0
        }
        return 0
    }

    private mutating func take(
        _ message: GPSDMessage, at now: BootInstant, _ report: (Report) -> Void
    ) {
        switch message {
        case .version(let version):
            if version.protoMajor == Self.protocolMajor {
                let release = version.release ?? "unknown"
                report(.gpsd(.version(release: release, protocolMajor: version.protoMajor)))
            } else {
                isUnsupported = true
                report(.gpsd(.unsupportedProtocol(major: version.protoMajor)))
            }
        case .devices(let list):
            devices = Array(list.map { $0.path ?? "" }.prefix(Self.devicesMaximum))
            reportDevices(report)
        case .device(let device):
            counts.ignored += 1
            take(device, report)
        case .other: counts.ignored += 1
        case .error(let message): report(.gpsd(.error(message ?? "no message")))
        case .sky(let view):
            let known = sky[view.device ?? ""]?.merged(with: view) ?? view
            if let visible = known.visible { satellitesVisible = visible }
            remember(known, in: &sky, device: view.device)
        case .errorStatistics(let gst): remember(gst, in: &statistics, device: gst.device)
        case .position(let tpv): take(tpv, at: now, report)
        }
    }

    /// Updates the list of receivers after one was plugged in or unplugged.
    private mutating func take(_ device: GPSDMessage.DEVICE, _ report: (Report) -> Void) {
        guard let path = device.path else { return }
        let before = devices
        devices.removeAll { $0 == path }
        if !device.isGone, devices.count < Self.devicesMaximum { devices.append(path) }
        if devices.count != before.count { reportDevices(report) }
    }

    /// Reports the devices. A device whose path is not printable is listed without its path.
    private func reportDevices(_ report: (Report) -> Void) {
        report(.gpsd(.devices(devices.map { Self.isText($0) ? $0 : "an unnamed device" })))
    }

    /// Whether a path is printable: 1 to 256 bytes without control characters (Cc).
    private static func isText(_ path: String) -> Bool {
        1...256 ~= path.utf8.count && !path.hasControls
    }

    private mutating func discard(_ reason: DiscardReason, _ report: (Report) -> Void) {
        counts.discards.count(reason)
        report(.discard(reason))
    }

    /// Stores the last message of a device; drops all messages when there are too many devices.
    private func remember<Message>(
        _ message: Message, in store: inout [String: Message], device: String?
    ) {
        if store.count >= Self.devicesMaximum { store = [:] }
        store[device ?? ""] = message
    }
}

extension GPSDDecoder {
    private mutating func take(
        _ tpv: GPSDMessage.TPV, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard isOfChosenDevice(tpv, at: now) else { return discard(.otherDevice, report) }
        jamming = tpv.jam
        guard let mode = FixMode(rawValue: tpv.mode ?? 0) else {
            return noFix(.void, of: tpv, at: now, report)
        }
        guard let fix = tpv.fix(mode: mode) else {
            return noFix(.noCoordinates, of: tpv, at: now, report)
        }
        guard abs(fix.position.latitude) <= 90, abs(fix.position.longitude) <= 180 else {
            return discard(.outOfRange, report)
        }
        if tpv.status == GPSDMessage.TPV.simulatedStatus, !settings.acceptsSimulated {
            return noFix(.notMeasured, of: tpv, at: now, report)
        }
        if fix.isDeadReckoned, !settings.acceptsDeadReckoning {
            return noFix(.deadReckoning, of: tpv, at: now, report)
        }
        if fix.position.latitude == 0, fix.position.longitude == 0, !settings.allowsNullIsland {
            return discard(.nullIsland, report)
        }
        group(fix, of: tpv, at: now, report)
    }

    /// Merges a fix with the other reports of its moment and delivers the moment when complete.
    private mutating func group(
        _ fix: Fix, of tpv: GPSDMessage.TPV, at now: BootInstant, _ report: (Report) -> Void
    ) {
        let isSameDevice = tpv.device == nil || tpv.device == chosenDevice
        let interval_s = isSameDevice ? silenceSeconds(before: tpv, at: now) : nil
        switch moment.take(fix, of: tpv.device, interval_s: chosenIntervalSeconds, at: now) {
        case .begins(let before):
            deliver(before, at: now, report)
            chosenIntervalSeconds = interval_s
            lastTime = fix.time
            chosenDevice = tpv.device ?? chosenDevice
            chosenAt = now
        case .added: break
        case .completes(let fix):
            report(.fix(completed(fix, at: now, report)))
        case .repeats: discard(.repeatedEpoch, report)
        }
        deliver(moment.takeIfDue(at: now), at: now, report)
    }

    private mutating func deliver(
        _ fix: Fix?, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard let fix else { return }
        let whole = completed(fix, at: now, report)
        counts.fixes += 1
        report(.fix(whole))
    }

    /// Completes a fix with the SKY and GST reports of its receiver and checks its time.
    private mutating func completed(
        _ fix: Fix, at now: BootInstant, _ report: (Report) -> Void
    ) -> Fix {
        var fix = fix
        let device = chosenDevice ?? ""
        if let view = sky[device] ?? sky[""] { fix.add(view) }
        if let gst = statistics[device] ?? statistics[""] { fix.add(gst) }
        if fix.horizontalAccuracy == nil, let hdop = fix.hdop {
            fix.horizontalAccuracy = HorizontalAccuracy(
                metres: hdop * settings.uereMetres, level: .rms2D, basis: .hdop)
        }
        checkTime(of: &fix, at: now, report)
        return fix
    }

    private mutating func checkTime(
        of fix: inout Fix, at now: BootInstant, _ report: (Report) -> Void
    ) {
        guard let time = fix.time else { return }
        let stamp = clock.stamp(time, systemTime: systemTime.time(at: now), at: now)
        fix.time = stamp.time
        fix.timeQuality = stamp.quality
        guard let fault = stamp.fault else { return }
        counts.count(fault)
        report(.timeFault(fault))
    }

    private mutating func noFix(
        _ reason: NoFixReason, of tpv: GPSDMessage.TPV, at now: BootInstant,
        _ report: (Report) -> Void
    ) {
        deliver(moment.take(), at: now, report)
        // The last dilution of precision does not apply to the next fix.
        sky[tpv.device ?? ""]?.hdop = nil
        counts.noFixReasons.count(reason)
        report(.noFix(reason))
    }

    private func isOfChosenDevice(_ tpv: GPSDMessage.TPV, at now: BootInstant) -> Bool {
        if let wanted = settings.device {
            return tpv.device == wanted || sameDevices.contains(tpv.device ?? "")
        }
        guard let chosenDevice, let device = tpv.device, chosenDevice != device else { return true }
        let limits = Self.deviceSilenceSeconds
        let patience = chosenIntervalSeconds.map {
            min(max(limits.lowerBound, Self.deviceSilenceIntervals * $0), limits.upperBound)
        }
        return silenceSeconds(before: tpv, at: now) > patience ?? limits.upperBound
    }

    /// Returns the seconds without a fix before a report; 0 when a recording does not show them.
    private func silenceSeconds(before tpv: GPSDMessage.TPV, at now: BootInstant) -> Double {
        guard settings.isRecorded else { return now.seconds(since: chosenAt) }
        guard let lastTime, let time = tpv.time else { return 0 }
        return time.seconds(since: lastTime)
    }
}
