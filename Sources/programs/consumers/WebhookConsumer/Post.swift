internal import Consuming
internal import ControlClient
internal import ControlProtocol
internal import FoundationEssentials

/// A message for a receiver, without the headers that differ from try to try.
struct Post: Sendable, Hashable {
    /// One header.
    struct Header: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// The id by which a receiver recognizes repetitions: that of the event, or those of the first and the last one.
    var id: String
    var headers: [Header]
    var body: [UInt8]

    /// All headers of a try.
    func headers(at system_s: Int64, _ secrets: EndpointSecrets) -> [Header] {
        var all = headers
        all.append(Header(name: "webhook-id", value: id))
        all.append(Header(name: "Idempotency-Key", value: id))
        all.append(Header(name: "webhook-timestamp", value: String(system_s)))
        if !secrets.keys.isEmpty {
            let signature = Signature.header(
                id: id, timestamp: system_s, body: body, keys: secrets.keys)
            all.append(Header(name: "webhook-signature", value: signature))
        }
        if let authorization = secrets.authorization {
            all.append(Header(name: "Authorization", value: authorization))
        }
        return all
    }
}

/// Makes the posts of one endpoint.
struct PostMaker {
    let endpoint: WebhookSettings.Endpoint
    /// The configured name of the device; nil for none.
    let device: String?
    /// The name of the machine, where neither the configuration nor the event names the device.
    let machine: String
    /// The time at which the fences were loaded, `wtst` of OwnTracks.
    let start_s: Int64

    /// The post of an event; nil where the format has no form for it.
    func post(of taken: TakenEvent) -> Post? {
        let event = taken.event
        let device = device ?? event.device ?? machine
        switch endpoint.format {
        case .event, .cloudevents:
            return post(CloudEvent(event, device: device), taken.record)
        case .text:
            return text(event)
        case .traccar:
            return traccar(event, device).map { post(event.event_id, $0) }
        case .owntracks:
            let transition = OwnTracksTransition.message(
                of: event, trackerID: endpoint.trackerID ?? String(device.suffix(2)),
                start_s: start_s)
            return transition.map { message in
                post(
                    event.event_id, message,
                    [
                        .init(name: "X-Limit-U", value: EscapedText.header(endpoint.user)),
                        .init(name: "X-Limit-D", value: EscapedText.header(device)),
                    ])
            }
        }
    }

    /// The post of several events, whose body is an array of their bodies; nil where the format has no form for them. A
    /// repetition with other events has another id, so that a receiver does not drop it.
    func post(of batch: [TakenEvent]) -> Post? {
        guard batch.count > 1, let first = batch.first, let last = batch.last else {
            return batch.first.flatMap(post)
        }
        let isStructured = endpoint.format == .cloudevents
        let bodies = batch.compactMap(post).map(\.body)
        return Post(
            id: "\(first.event.event_id)-\(last.event.seq)",
            headers: [
                .init(
                    name: "Content-Type",
                    value: isStructured
                        ? "application/cloudevents-batch+json" : "application/json")
            ],
            body: [UInt8(ascii: "[")] + bodies.joined(separator: [UInt8(ascii: ",")])
                + [UInt8(ascii: "]")])
    }

    /// The post in the place of lost events; nil where the format has no form for it.
    func post(of gap: GapRecord, epoch: String) -> Post? {
        guard endpoint.format.isOfRecords else { return nil }
        return post(
            CloudEvent(gap, epoch: epoch, device: device ?? machine), Wire.line(gap))
    }

    /// In binary mode the record is the body, in structured mode a part of it.
    private func post(_ event: CloudEvent, _ record: [UInt8]) -> Post {
        guard endpoint.format == .cloudevents else {
            let headers = event.attributes.map {
                Post.Header(name: "ce-\($0.name)", value: EscapedText.header($0.value))
            }
            return Post(
                id: event.id,
                headers: [.init(name: "Content-Type", value: "application/json")] + headers,
                body: record)
        }
        let members = event.attributes.map { #""\#($0.name)":"#.utf8 + Wire.line($0.value) }
        let data = #""datacontenttype":"application/json","data":"#.utf8 + record
        let body = Array((members + [data]).joined(separator: [UInt8(ascii: ",")]))
        return Post(
            id: event.id,
            headers: [.init(name: "Content-Type", value: "application/cloudevents+json")],
            body: [UInt8(ascii: "{")] + body + [UInt8(ascii: "}")])
    }

    private func post(_ id: String, _ body: JSONValue, _ headers: [Post.Header] = []) -> Post {
        Post(
            id: id, headers: [.init(name: "Content-Type", value: "application/json")] + headers,
            body: Wire.line(body))
    }

    /// The message of an event, with what it is about in a header that push services show as the title.
    private func text(_ event: EventRecord) -> Post {
        let subject = event.fence_name ?? event.fence ?? event.monitor ?? event.source
        let isPlain = (subject ?? "").utf8.allSatisfy { 0x20...0x7E ~= $0 }
        // RFC 2047: a header has no other characters than those of ASCII.
        let title = subject.map {
            isPlain ? $0 : "=?UTF-8?B?\(Data($0.utf8).base64EncodedString())?="
        }
        return Post(
            id: event.event_id,
            headers: [.init(name: "Content-Type", value: "text/plain; charset=utf-8")]
                + (title.map { [.init(name: "Title", value: $0)] } ?? []),
            body: Array((event.message ?? event.type).utf8))
    }

    /// Traccar's decoder needs all six numbers of `coords`.
    private func traccar(_ event: EventRecord, _ device: String) -> JSONValue? {
        guard event.isTransition, let lat = event.crossed_lat ?? event.lat,
            let lon = event.crossed_lon ?? event.lon,
            let time = event.crossed_at ?? event.fix_time ?? event.emitted_at
        else { return nil }
        var extras: [String: JSONValue] = ["eventId": .string(event.event_id)]
        extras["fence"] = event.fence.map { .string($0) }
        extras["fenceName"] = event.fence_name.map { .string($0) }
        extras["late"] = event.late ? .bool(true) : nil
        var location: [String: JSONValue] = [
            "timestamp": .string(time), "event": .string(event.type),
            "is_moving": .bool((event.speed_mps ?? 1) > 0), "extras": .object(extras),
            "coords": .object([
                "latitude": .number(lat), "longitude": .number(lon),
                "accuracy": .number(event.accuracy_m ?? 0),
                "speed": .number(event.speed_mps ?? -1),
                "heading": .number(event.course_deg ?? -1),
                "altitude": .number(event.altitude_m ?? 0),
            ]),
        ]
        switch event.type {
        case "entered": location["alarm"] = .string("geofenceEnter")
        case "exited": location["alarm"] = .string("geofenceExit")
        default: break
        }
        return .object(["device_id": .string(device), "location": .object(location)])
    }
}
