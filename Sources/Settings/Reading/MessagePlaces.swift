import Spelling

/// The places that a message may have, such as `{fence.name}`.
enum MessagePlaces {
    /// Every place but `fence.properties.KEY`, whose key is the fence's own.
    static let names = ["event.type", "fence.name", "fence.id", "monitor.name"]
    private static let propertyPrefix = "fence.properties."

    /// What is wrong with the places of a message, or nil.
    static func problem(in text: String) -> String? {
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else {
                return "has a \"{\" without a \"}\" behind it"
            }
            let place = String(rest[rest.index(after: open)..<close])
            let isProperty =
                place.hasPrefix(propertyPrefix) && place.utf8.count > propertyPrefix.utf8.count
            guard isProperty || names.contains(place) else {
                let hint = didYouMean(place, among: names)
                return "has the place {\(place)}, which names nothing\(hint); there are "
                    + (names + [propertyPrefix + "KEY"]).map { "{\($0)}" }
                    .joined(separator: ", ")
            }
            rest = rest[rest.index(after: close)...]
        }
        return nil
    }
}
