import Glibc

/// Which start of the machine this is.
public enum BootIdentity {
    /// The 128-bit boot id as 32 hexadecimal digits, or nil where nothing tells it.
    ///
    /// Taken from `GEOFENCED_BOOT_ID` first: the unit hides the kernel's own file
    /// (`ProcSubset=pid`) and passes systemd's `%b` instead.
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
