internal import Consuming
internal import ControlProtocol

/// A message for a receiver, without the headers that differ from try to try.
struct Post: Sendable, Hashable {
    /// One header.
    struct Header: Sendable, Hashable {
        var name: String
        var value: String
    }

    /// Recognizes repetitions: the id of the event, or those of the first and the last.
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
    /// The configured name of the device.
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
            var attributes = CloudAttributes(
                id: event.event_id, source: source(device, event.monitor),
                type: "geofenced.\(event.type)")
            attributes.subject = event.fence
            attributes.time = event.crossed_at ?? event.decided_at ?? event.emitted_at
            return post(attributes, taken.record)
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

    /// The post of events that go together, an array of what each would have as body; nil where the format has no form
    /// for them. A repetition with other events has another id: a receiver that has the one drops the other.
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
        let attributes = CloudAttributes(
            id: "\(epoch):gap-\(gap.from_seq)-\(gap.to_seq)",
            source: source(device ?? machine, nil), type: "geofenced.gap")
        return post(attributes, Wire.line(gap))
    }

    /// The attributes of CloudEvents.
    private struct CloudAttributes {
        var id: String
        var source: String
        var type: String
        var subject: String?
        var time: String?

        var pairs: [(name: String, value: String)] {
            [
                ("specversion", "1.0"), ("id", id), ("source", source), ("type", type),
                ("subject", subject ?? ""), ("time", time ?? ""),
            ].filter { !$0.1.isEmpty }
        }
    }

    private func source(_ device: String, _ monitor: String?) -> String {
        (["urn:geofenced"] + [device, monitor].compactMap(\.self).map(EscapedText.urn))
            .joined(separator: ":")
    }

    /// In binary mode the record is the body, in structured mode a part of it.
    private func post(_ attributes: CloudAttributes, _ record: [UInt8]) -> Post {
        guard endpoint.format == .cloudevents else {
            let headers = attributes.pairs.map {
                Post.Header(name: "ce-\($0.name)", value: EscapedText.header($0.value))
            }
            return Post(
                id: attributes.id,
                headers: [.init(name: "Content-Type", value: "application/json")] + headers,
                body: record)
        }
        let members = attributes.pairs.map { #""\#($0.name)":"#.utf8 + Wire.line($0.value) }
        let data = #""datacontenttype":"application/json","data":"#.utf8 + record
        let body = Array((members + [data]).joined(separator: [UInt8(ascii: ",")]))
        return Post(
            id: attributes.id,
            headers: [.init(name: "Content-Type", value: "application/cloudevents+json")],
            body: [UInt8(ascii: "{")] + body + [UInt8(ascii: "}")])
    }

    private func post(_ id: String, _ body: JSONValue, _ headers: [Post.Header] = []) -> Post {
        Post(
            id: id, headers: [.init(name: "Content-Type", value: "application/json")] + headers,
            body: Wire.line(body))
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
