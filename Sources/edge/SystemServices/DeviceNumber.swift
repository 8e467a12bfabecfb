public import Glibc

/// The device number of a device node.
public struct DeviceNumber {
    /// The number of the driver.
    public let major: UInt64
    /// The number of the device within its driver.
    public let minor: UInt64

    /// Decodes `st_rdev` like `gnu_dev_major` and `gnu_dev_minor` of <sys/sysmacros.h>.
    public init(_ number: dev_t) {
        let number = UInt64(number)
        major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
        minor = number & 0xFF | number >> 12 & ~0xFF
    }
}
