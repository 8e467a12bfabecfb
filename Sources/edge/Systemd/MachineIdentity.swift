internal import CSystemd

/// Identifies this machine.
public enum MachineIdentity {
    /// Drawn once for this daemon, so that no other program has the same id for a machine.
    private static let application = "6f1d0b7e2c8a4f53a9e4c3b15d7f8a26"

    /// Returns 32 hexadecimal digits that identify this machine: a keyed hash of the machine ID,
    /// which must not be published, as `systemd-id128 machine-id --app-specific` computes it. Nil
    /// when the machine has no ID.
    public static func ofDaemon() -> String? {
        var (application, machine) = (sd_id128_t(), sd_id128_t())
        guard unsafe sd_id128_from_string(Self.application, &application) >= 0,
            unsafe sd_id128_get_machine_app_specific(application, &machine) >= 0
        else { return nil }
        return unsafe withUnsafeBytes(of: machine) { bytes in
            unsafe bytes.map { byte in
                let digits = String(byte, radix: 16)
                return byte < 16 ? "0" + digits : digits
            }.joined()
        }
    }
}
