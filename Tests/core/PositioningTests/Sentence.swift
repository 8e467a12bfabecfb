/// A sentence around `body` as a receiver sends it: `$`, checksum, CR LF.
func sentence(_ body: String) -> String {
    let checksum = body.utf8.reduce(0, ^)
    let hex = String(checksum, radix: 16, uppercase: true)
    return "$\(body)*\(checksum < 16 ? "0" : "")\(hex)\r\n"
}
