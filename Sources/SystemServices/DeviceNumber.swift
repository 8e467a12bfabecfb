import Glibc

/// Which device a node leads to, as the kernel counts them.
struct DeviceNumber {
    /// That of the driver.
    let major: UInt64
    /// That of the device among those of the driver.
    let minor: UInt64

    /// The parts of `st_rdev`, as gnu_dev_major and gnu_dev_minor of <sys/sysmacros.h> take them out.
    init(_ number: dev_t) {
        let number = UInt64(number)
        major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
        minor = number & 0xFF | number >> 12 & ~0xFF
    }
}
