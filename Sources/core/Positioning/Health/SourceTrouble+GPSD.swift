extension SourceTrouble {
    /// Returns the trouble of a gpsd without a position of receiver `wanted` (nil: of any).
    ///
    /// - Parameter devices: the paths of the receivers of gpsd.
    static func gpsdLacksPosition(
        of wanted: String?, among devices: [String], code: String
    ) -> SourceTrouble {
        guard !devices.isEmpty else { return gpsdWithoutReceiver(code: code) }
        let all = devices.joined(separator: ", ")
        let sentence =
            switch wanted {
            case nil:
                "gpsd reports no position of the receivers it has (\(all)); check that the right one is "
                    + "plugged in and no AIS receiver or compass, or tell gpsd on which device it is."
            case let wanted? where devices.contains(wanted):
                "gpsd reports no position of \(wanted), one of those it has (\(all)); check that it is "
                    + "plugged in and no AIS receiver or compass."
            case let wanted?:
                "gpsd does not have \(wanted) but \(all); plug that receiver in, correct device, or "
                    + "leave it out to take any."
            }
        return SourceTrouble(code: code, sentence: sentence)
    }

    /// Returns the trouble of a gpsd without any receiver.
    static func gpsdWithoutReceiver(code: String) -> SourceTrouble {
        SourceTrouble(
            code: code,
            sentence: "gpsd has no receiver; plug one in, or tell gpsd on which device it is.")
    }
}
