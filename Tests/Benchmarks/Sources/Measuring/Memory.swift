import Glibc

/// What of this process is in memory, in bytes.
public struct Memory: Sendable {
    /// Pages that no file backs: the heap and the stacks.
    public var anonymous = 0
    /// Pages of files, mapped ones among them.
    public var file = 0
    /// The most there ever was of both.
    public var peak = 0

    /// What is in memory now.
    public static func now() -> Memory {
        var memory = Memory()
        for line in text(of: "/proc/self/status").split(separator: "\n") {
            let words = line.split { $0 == " " || $0 == "\t" }
            guard words.count > 1, let kibibytes = Int(words[1]) else { continue }
            if words[0] == "RssAnon:" { memory.anonymous = kibibytes * 1024 }
            if words[0] == "RssFile:" { memory.file = kibibytes * 1024 }
            if words[0] == "VmHWM:" { memory.peak = kibibytes * 1024 }
        }
        return memory
    }
}

/// The bytes of a file, or the end of the program with a sentence: a benchmark has no other plan.
public func bytes(of path: String) -> [UInt8] {
    let file = unsafe fopen(path, "rb")
    guard let file = unsafe file else {
        print("cannot read \(path)")
        exit(66)
    }
    defer { unsafe _ = fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        let count = unsafe fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { return bytes }
        bytes.append(contentsOf: chunk[..<count])
    }
}

private func text(of path: String) -> String {
    String(decoding: bytes(of: path), as: UTF8.self)
}
