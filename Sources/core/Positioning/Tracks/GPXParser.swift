import CExpat

/// The libexpat parser of one GPX document, and its results.
///
/// A class because the callbacks of libexpat receive a pointer to it.
@safe
final class GPXParser {
    private let parser: OpaquePointer?
    private var depth = 0
    private var isRefused = false
    private var isGPX = false
    /// The depth of the point that is being read; nil outside points.
    private var pointDepth: Int?
    private var point: GPXPoint?
    private var element = ""
    private var text: [UInt8] = []
    private var points: [GPXPoint] = []
    /// The number of waypoints that were skipped.
    private(set) var wayPoints = 0

    init() {
        unsafe parser = XML_ParserCreateNS(nil, 0x7C)
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        unsafe XML_SetElementHandler(parser, startElement, endElement)
        unsafe XML_SetCharacterDataHandler(parser, characters)
        unsafe XML_SetEntityDeclHandler(parser, refuseEntity)
        unsafe XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_NEVER)
    }

    deinit {
        unsafe XML_ParserFree(parser)
    }

    /// Parses more of the document. Returns false when it is not well-formed GPX.
    func parse(_ bytes: Span<UInt8>, isFinal: Bool) -> Bool {
        guard unsafe parser != nil else { return false }
        // The chunk length that libexpat takes is an Int32.
        let most = 1 << 20
        var offset = 0
        repeat {
            let end = min(bytes.count, offset + most)
            let status = unsafe bytes.extracting(offset..<end).withUnsafeBytes { raw in
                unsafe XML_Parse(
                    parser, raw.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(raw.count),
                    isFinal && end == bytes.count ? 1 : 0)
            }
            guard status == XML_STATUS_OK, !isRefused else { return false }
            offset = end
        } while offset < bytes.count
        return !isFinal || isGPX
    }

    /// Returns the points found since the last call.
    func takePoints() -> [GPXPoint] {
        defer { points.removeAll(keepingCapacity: true) }
        return points
    }

    fileprivate func start(_ name: String, _ attribute: (String) -> String?) {
        depth += 1
        if depth > GPXReader.maximumDepth { return refuse() }
        if depth == 1 {
            isGPX = name == "gpx"
            if !isGPX { return refuse() }
        }
        text.removeAll(keepingCapacity: true)
        element = name
        if name == "wpt" { wayPoints += 1 }
        guard pointDepth == nil, name == "trkpt" || name == "rtept" else { return }
        pointDepth = depth
        point = GPXPoint(latitude: attribute("lat") ?? "", longitude: attribute("lon") ?? "")
    }

    fileprivate func end(_ name: String) {
        if let pointDepth, depth == pointDepth + 1, element == name {
            point?.texts[name] =
                String(decoding: text, as: UTF8.self)
                .trimmed
        } else if pointDepth == depth, let point {
            points.append(point)
            self.point = nil
            self.pointDepth = nil
        }
        depth -= 1
    }

    fileprivate func append(_ bytes: UnsafeRawBufferPointer) {
        guard pointDepth != nil else { return }
        // libexpat splits text at the chunks of the file; the stored text must not depend on that.
        unsafe text.append(contentsOf: bytes.prefix(GPXReader.maximumText - text.count))
    }

    fileprivate func refuse() {
        isRefused = true
        unsafe XML_StopParser(parser, 0)
    }
}

extension String {
    /// The text without the white space around it that XML writers add.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}

/// Returns the local part of a name that libexpat reports as `namespace|local`.
private func localName(_ name: UnsafePointer<CChar>) -> String {
    let full = unsafe String(cString: name)
    return full.split(separator: "|").last.map(String.init) ?? full
}

private func owner(_ data: UnsafeMutableRawPointer) -> GPXParser {
    unsafe Unmanaged<GPXParser>.fromOpaque(data).takeUnretainedValue()
}

private func startElement(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let data = unsafe data, let name = unsafe name else { return }
    unsafe owner(data).start(localName(name)) { wanted in
        guard let attributes = unsafe attributes else { return nil }
        var index = 0
        while let key = unsafe attributes[index], let value = unsafe attributes[index + 1] {
            if unsafe String(cString: key) == wanted { return unsafe String(cString: value) }
            index += 2
        }
        return nil
    }
}

private func endElement(_ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    guard let data = unsafe data, let name = unsafe name else { return }
    unsafe owner(data).end(localName(name))
}

private func characters(
    _ data: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ count: Int32
) {
    guard let data = unsafe data, let text = unsafe text else { return }
    unsafe owner(data).append(UnsafeRawBufferPointer(start: text, count: Int(count)))
}

private func refuseEntity(
    _ data: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: Int32,
    _ value: UnsafePointer<CChar>?, _ length: Int32, _ base: UnsafePointer<CChar>?,
    _ systemID: UnsafePointer<CChar>?, _ publicID: UnsafePointer<CChar>?,
    _ notation: UnsafePointer<CChar>?
) {
    guard let data = unsafe data else { return }
    unsafe owner(data).refuse()
}
