import Glibc

/// Identifies the current boot of the machine.
public enum BootIdentity {
    /// Returns the 128-bit boot id as 32 hexadecimal digits; nil when it is not available.
    ///
    /// `GEOFENCED_BOOT_ID` takes precedence: the unit hides the kernel's file (`ProcSubset=pid`)
    /// and passes systemd's `%b` instead.
    public static func current() -> String? {
        if let given = unsafe getenv("GEOFENCED_BOOT_ID") {
            return normalized(unsafe String(cString: given))
        }
        return TextFile.read("/proc/sys/kernel/random/boot_id", limit: 64).flatMap(normalized)
    }

    static func normalized(_ text: String) -> String? {
        let digits = text.filter(\.isHexDigit).lowercased()
        return digits.count == 32 ? digits : nil
    }
}
