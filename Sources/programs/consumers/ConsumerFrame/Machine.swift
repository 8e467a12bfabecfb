internal import Glibc

/// The machine that a program runs on.
public enum Machine {
    /// Its name; `geofenced` where it has none.
    public static var name: String {
        var name = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return "geofenced" }
        let text = String(
            decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return text.isEmpty ? "geofenced" : text
    }
}
