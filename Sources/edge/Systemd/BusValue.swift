internal import CSystemd

/// A value of D-Bus.
public indirect enum BusValue: Hashable, Sendable {
    case text(String)
    case flag(Bool)
    case integer(Int32)
    case number(UInt64)
    /// An open descriptor; the receiver gets a duplicate.
    case descriptor(Int32)
    /// Values of one type, which its signature names.
    case list(of: String, [BusValue])
    case structure([BusValue])
    case variant(BusValue)

    /// Returns a list of texts.
    public static func texts(_ values: [String]) -> BusValue {
        .list(of: "s", values.map { .text($0) })
    }

    /// The type in the notation of D-Bus.
    var signature: String {
        switch self {
        case .text: "s"
        case .flag: "b"
        case .integer: "i"
        case .number: "t"
        case .descriptor: "h"
        case .list(let element, _): "a" + element
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .variant: "v"
        }
    }

    /// Appends the value to a message. Returns a negative error number when libsystemd refuses it.
    func append(to message: OpaquePointer) -> Int32 {
        switch self {
        case .text(let text):
            return unsafe sd_bus_message_append_basic(message, Self.type("s"), text)
        case .flag(let flag): return unsafe Self.append(Int32(flag ? 1 : 0), "b", message)
        case .integer(let integer): return unsafe Self.append(integer, "i", message)
        case .number(let number): return unsafe Self.append(number, "t", message)
        case .descriptor(let descriptor): return unsafe Self.append(descriptor, "h", message)
        case .list(let element, let values):
            return unsafe Self.append(values, "a", element, message)
        case .structure(let values):
            return unsafe Self.append(values, "r", values.map(\.signature).joined(), message)
        case .variant(let value):
            return unsafe Self.append([value], "v", value.signature, message)
        }
    }

    private static func append<Value: BitwiseCopyable>(
        _ value: Value, _ type: Unicode.Scalar, _ message: OpaquePointer
    ) -> Int32 {
        unsafe withUnsafeBytes(of: value) { bytes in
            unsafe sd_bus_message_append_basic(message, Self.type(type), bytes.baseAddress)
        }
    }

    private static func append(
        _ values: [BusValue], _ type: Unicode.Scalar, _ contents: String, _ message: OpaquePointer
    ) -> Int32 {
        let opened = unsafe sd_bus_message_open_container(message, Self.type(type), contents)
        guard opened >= 0 else { return opened }
        for value in values {
            let appended = unsafe value.append(to: message)
            guard appended >= 0 else { return appended }
        }
        return unsafe sd_bus_message_close_container(message)
    }

    static func type(_ letter: Unicode.Scalar) -> CChar { CChar(letter.value) }
}

/// A property of a unit, as `org.freedesktop.systemd1` names it.
public struct UnitProperty: Hashable, Sendable {
    /// The name, such as `TasksMax`.
    public var name: String
    /// The value, in the type of the property.
    public var value: BusValue

    /// Creates a property.
    public init(_ name: String, _ value: BusValue) {
        self.name = name
        self.value = value
    }

    var entry: BusValue { .structure([.text(name), .variant(value)]) }
}
