internal import CCurl
internal import ConsumerFrame
internal import ControlClient
internal import ControlProtocol
internal import Glibc
internal import SystemServices

/// Sends posts with libcurl, one at a time for each endpoint and all in one thread.
@safe final class HTTPPoster {
    /// A descriptor to wait for beside the transfers.
    struct Watched {
        var descriptor: Int32
        var reads = false
        var writes = false
    }

    private let multi: UnsafeMutableRawPointer
    private let transfers: [Transfer]

    /// Creates a poster for these endpoints; nil where libcurl cannot start.
    init?(_ endpoints: [(WebhookSettings.Endpoint, EndpointSecrets)]) {
        guard geofenced_curl_start() == CURLE_OK, let multi = unsafe curl_multi_init() else {
            return nil
        }
        unsafe self.multi = unsafe multi
        var transfers: [Transfer] = []
        for (endpoint, secrets) in endpoints {
            guard let transfer = Transfer(endpoint, secrets) else { return nil }
            transfers.append(transfer)
        }
        self.transfers = transfers
    }

    /// Begins to send a post to an endpoint that has no other one on its way.
    func begin(_ index: Int, _ body: [UInt8], _ headers: [Post.Header]) {
        unsafe transfers[index].begin(in: multi, body, headers)
    }

    /// Continues all transfers. Returns those that have ended.
    func work() -> [(index: Int, outcome: TryOutcome)] {
        var running: Int32 = 0
        unsafe curl_multi_perform(multi, &running)
        var ended: [(index: Int, outcome: TryOutcome)] = []
        var code = CURLE_OK
        while let handle = unsafe geofenced_curl_ended(multi, &code) {
            guard let index = transfers.firstIndex(where: { unsafe $0.handle == handle }) else {
                continue
            }
            ended.append((index, unsafe transfers[index].end(in: multi, code)))
        }
        let now = Clocks.monotonic_s
        for (index, transfer) in transfers.enumerated() where transfer.isAnswered(now: now) {
            ended.append((index, unsafe transfer.end(in: multi, CURLE_OK)))
        }
        return ended
    }

    /// The bytes that went over the connections of an endpoint since the last call; 0 for one without a limit.
    func takeBytes(_ index: Int) -> Double { transfers[index].bytes?.take() ?? 0 }

    /// Waits for a transfer, a descriptor or the time. Returns whether each descriptor is readable and writable.
    func wait(_ watched: [Watched], seconds: Double) -> [(canRead: Bool, canWrite: Bool)] {
        let (reads, writes) = (Int16(CURL_WAIT_POLLIN), Int16(CURL_WAIT_POLLOUT))
        var queries = watched.map { item in
            curl_waitfd(
                fd: item.descriptor, events: (item.reads ? reads : 0) | (item.writes ? writes : 0),
                revents: 0)
        }
        let milliseconds = Int32((seconds * 1000).rounded(.up))
        unsafe curl_multi_poll(multi, &queries, UInt32(queries.count), milliseconds, nil)
        return queries.map { ($0.revents & reads != 0, $0.revents & writes != 0) }
    }
}

/// The handle of libcurl for one endpoint, which keeps its connection.
@safe private final class Transfer {
    /// The bytes of the body of an answer that are read. Receivers write a few words there, and nothing uses them.
    private static let answer_bytes = 65_536
    /// Seconds from the status of an answer to its end. Without the whole body the connection cannot be used again.
    private static let body_s = 1.0

    let handle: UnsafeMutableRawPointer
    private let reason: UnsafeMutablePointer<CChar>
    /// The bytes of the body that may still be read.
    private let left: UnsafeMutablePointer<Int>
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var isRunning = false
    /// When the status of the answer was first seen, monotonic seconds; nil before that.
    private var answered_s: Double?
    /// The counter of bytes; nil for an endpoint without a limit.
    let bytes: ConnectionBytes?
    /// The connections of an endpoint with a limit, which no other endpoint uses.
    private let connections: UnsafeMutableRawPointer?

    init?(_ endpoint: WebhookSettings.Endpoint, _ secrets: EndpointSecrets) {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
        unsafe reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe left = .allocate(capacity: 1)
        unsafe left.initialize(to: 0)
        bytes = endpoint.traffic.bytesPerDay == nil ? nil : ConnectionBytes()
        unsafe connections = unsafe bytes.flatMap { unsafe $0.connections(of: handle) }
        unsafe geofenced_curl_prepare(handle, reason, left)
        let milliseconds = Int(endpoint.timeout_s * 1000)
        for (option, value) in [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_TIMEOUT_MS, milliseconds),
            (CURLOPT_CONNECTTIMEOUT_MS, min(10_000, milliseconds)),
            // A name that does not resolve delays no other endpoint.
            (CURLOPT_QUICK_EXIT, 1),
        ] {
            unsafe geofenced_curl_set_number(handle, option, value)
        }
        unsafe geofenced_curl_set_text(handle, CURLOPT_URL, secrets.url ?? endpoint.url)
        unsafe geofenced_curl_set_text(
            handle, CURLOPT_USERAGENT, "geofenced-webhook/\(ConsumerRelease.version)")
        // An empty text switches off the proxies of the environment.
        unsafe geofenced_curl_set_text(handle, CURLOPT_PROXY, endpoint.proxy ?? "")
        if let caFile = endpoint.caFile {
            unsafe geofenced_curl_set_text(handle, CURLOPT_CAINFO, caFile)
        }
        if let certificate = endpoint.certificateFile, let key = secrets.keyFile {
            unsafe geofenced_curl_set_text(handle, CURLOPT_SSLCERT, certificate)
            unsafe geofenced_curl_set_text(handle, CURLOPT_SSLKEY, key)
        }
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        // Closes them, which counts their last bytes.
        unsafe curl_share_cleanup(connections)
        unsafe curl_slist_free_all(headers)
        unsafe reason.deallocate()
        unsafe left.deallocate()
    }

    @unsafe func begin(
        in multi: UnsafeMutableRawPointer, _ body: [UInt8], _ headers: [Post.Header]
    ) {
        var list: UnsafeMutablePointer<curl_slist>?
        // Without it libcurl waits for permission to send a long body.
        unsafe list = curl_slist_append(list, "Expect:")
        for header in headers {
            unsafe list = curl_slist_append(list, "\(header.name): \(header.value)")
        }
        unsafe geofenced_curl_post(handle, body, body.count, list)
        unsafe curl_slist_free_all(self.headers)
        unsafe self.headers = unsafe list
        unsafe reason[0] = 0
        unsafe left.pointee = Self.answer_bytes
        unsafe curl_multi_add_handle(multi, handle)
        isRunning = true
        answered_s = nil
    }

    /// Whether the receiver has answered but does not end its answer.
    func isAnswered(now: Double) -> Bool {
        guard isRunning, hasStatus else { return false }
        let since_s = answered_s ?? now
        answered_s = since_s
        return now - since_s >= Self.body_s
    }

    /// Whether there is a status that is not one of those before the answer, such as 100.
    private var hasStatus: Bool { unsafe geofenced_curl_status(handle) >= 200 }

    @unsafe func end(in multi: UnsafeMutableRawPointer, _ code: CURLcode) -> TryOutcome {
        if let bytes { unsafe bytes.count(geofenced_curl_socket(handle)) }
        isRunning = false
        // The status decides, also where the body is cut, broken, slow or too long.
        let (hasAnswer, status) = unsafe (hasStatus, geofenced_curl_status(handle))
        unsafe curl_multi_remove_handle(multi, handle)
        guard code == CURLE_OK || hasAnswer else {
            let text = unsafe String(cString: reason)
            let general = unsafe String(cString: curl_easy_strerror(code))
            return .failed(text.isEmpty ? general : text)
        }
        let retryAfter = unsafe Double(geofenced_curl_retry_after(handle))
        return .answered(
            status: status,
            retryAfter_s: retryAfter > 0 ? retryAfter : nil)
    }
}

/// Counts the bytes of the connections of one endpoint: with each answer, and when a connection is closed.
private final class ConnectionBytes {
    private var sockets = SocketBytes()
    private var taken = 0.0

    /// Gives a handle connections that are counted; nil without memory. They must be cleaned up after the handle, and
    /// the counter must exist until then.
    @unsafe func connections(of handle: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        unsafe geofenced_curl_own_connections(
            handle,
            { counter, descriptor in
                guard let counter = unsafe counter else { return -1 }
                return unsafe Unmanaged<ConnectionBytes>.fromOpaque(counter)
                    .takeUnretainedValue().close(descriptor)
            },
            Unmanaged.passUnretained(self).toOpaque())
    }

    /// Counts the bytes of a connection since the last call.
    func count(_ descriptor: Int32) { taken += sockets.next(of: descriptor) }

    /// Closes a connection; the result is that of close(2).
    func close(_ descriptor: Int32) -> Int32 {
        count(descriptor)
        sockets.forget(descriptor)
        return Glibc.close(descriptor)
    }

    /// The bytes since the last call.
    func take() -> Double {
        defer { taken = 0 }
        return taken
    }
}
