/// Problems of a line: nothing arrives, or nothing usable, each with its remedy.
extension SourceTrouble {
    static func silent(_ line: SourceLine, _ content: UnreadContent.Kind?) -> SourceTrouble {
        if content == .modem { return SourceTrouble(code: "silent", sentence: modem) }
        if let foreign = foreign(content, code: "silent") { return foreign }
        let sentence =
            switch line {
            case .fixedSpeed, .searchedSpeed, .withoutSpeed:
                "The source is open but sends nothing; check that the receiver is powered and sends."
            case .network:
                "The source is open but no data arrives; check that the sender is running and has a "
                    + "receiver."
            case .pushed:
                "The source is open but no fix is pushed; check that the program that pushes them runs."
            }
        return SourceTrouble(code: "silent", sentence: sentence)
    }

    /// Returns the trouble that the other side uses another protocol of text; nil when it does not.
    static func foreign(_ content: UnreadContent.Kind?, code: String) -> SourceTrouble? {
        switch content {
        case .nmea, .gpsd, .signalK, .http, .login:
            content.flatMap(sentence).map { SourceTrouble(code: code, sentence: $0) }
        case .modem, .ublox, .sirf, .skytraq, .sbf, .rtcm, .text, .unknown, nil: nil
        }
    }

    /// Returns the trouble for bytes without a valid sentence, most of them discarded for `reason`.
    /// At a wrong speed a line contains no sentence at all or looks like binary data.
    static func garbage(
        _ reason: DiscardReason?, _ content: UnreadContent.Kind?, _ line: SourceLine
    ) -> SourceTrouble {
        if let reason, reason != .binary { return .discard(reason, line) }
        return SourceTrouble(
            code: "garbage", sentence: content.flatMap(sentence) ?? nonsense(line))
    }

    /// Returns the problem of a discarded line as a trouble; nil unless it has that reason.
    static func explained(
        _ reason: DiscardReason?, _ problem: DecoderCounts.Problem?
    ) -> SourceTrouble? {
        guard let problem, problem.reason == reason else { return nil }
        return SourceTrouble(code: problem.reason.rawValue, sentence: problem.sentence)
    }

    static func discard(_ reason: DiscardReason, _ line: SourceLine) -> SourceTrouble {
        SourceTrouble(code: reason.rawValue, sentence: line.remedy(of: reason))
    }

    private static let modem =
        "This is the command port of a modem, which answers in text and sends no NMEA 0183; use the "
        + "modem's NMEA port, often another /dev/ttyUSB*, and switch its receiver on there (AT+CGPS=1, "
        + "AT+QGPS=1 or AT+CGNSPWR=1)."

    /// Returns what the content is, with its remedy; nil when only the line can be the cause.
    static func sentence(_ content: UnreadContent.Kind) -> String? {
        switch content {
        case .modem: modem
        case .ublox:
            "The receiver sends only u-blox binary messages (UBX); switch NMEA 0183 on in it, as with "
                + "ubxtool -e NMEA, or read it by way of gpsd."
        case .sirf:
            "The receiver sends SiRF binary messages; switch it to NMEA 0183, as with gpsctl -n, or "
                + "read it by way of gpsd."
        case .skytraq:
            "The receiver sends SkyTraq binary messages; switch it to NMEA 0183, as with gpsctl -n, "
                + "or read it by way of gpsd."
        case .sbf:
            "The receiver sends Septentrio binary blocks (SBF); switch NMEA 0183 on in it, as with "
                + "setNMEAOutput."
        case .rtcm:
            "Only RTCM 3 corrections come, which tell no position; use the port or stream that "
                + "carries the receiver's NMEA 0183."
        case .nmea:
            "NMEA 0183 comes, not the reports of a gpsd; read it with type = \"nmea-tcp\" and the same host "
                + "and port."
        case .gpsd:
            "The reports of a gpsd come, not NMEA 0183; read them with type = \"gpsd\" and the same host and "
                + "port."
        case .signalK:
            "A Signal K server answers, not NMEA 0183; switch NMEA 0183 over TCP on in it (port 10110) and "
                + "read that with type = \"nmea-tcp\"."
        case .http:
            "A web server answers, which sends no NMEA 0183; correct the port: NMEA 0183 over TCP is often at "
                + "10110, a gpsd at 2947."
        case .login:
            "A log-in prompt comes, so this is a console; correct the port or the device: its receiver has "
                + "another one."
        case .text:
            "Text comes, but no NMEA 0183 sentence; check that this is the receiver's port and that "
                + "NMEA 0183 is switched on in it."
        case .unknown: nil
        }
    }

    private static func nonsense(_ line: SourceLine) -> String {
        switch line {
        case .fixedSpeed(let baud):
            "Bytes arrive, but no valid sentence; the speed of the line is probably not \(baud) baud: "
                + "try another speed, or baud = 0 to search for it."
        case .searchedSpeed:
            "Bytes arrive, but no valid sentence yet; the speed of the line is being searched."
        case .withoutSpeed:
            "Bytes arrive, but no valid sentence; check that what is there sends NMEA 0183."
        case .network:
            "Bytes arrive, but no valid sentence; check the sender to this address."
        case .pushed:
            "What is pushed holds no fix that can be read; check the program that pushes it."
        }
    }
}
