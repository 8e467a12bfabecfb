extension DiscardReason {
    /// Returns one sentence: the remedy for a recording in that format. It does not blame the
    /// receiver for an error of the program that wrote the recording.
    public func remedy(in format: TrackFormat) -> String {
        switch (format, self) {
        case (.pushed, .malformed), (.array, .malformed):
            "An object lacks lat and lon, or a value has the wrong type; see geofencectl push "
                + "--help."
        case (.geojson, .malformed):
            "A point lacks a time that can be read; properties.time is like 2026-11-21T07:40:00Z."
        case (.geojson, .badPoint): "Features other than Points are ignored."
        case (.pushed, .outOfRange), (.array, .outOfRange), (.geojson, .outOfRange),
            (.gpsd, .outOfRange):
            "The program that wrote it gave impossible values; check their units and order."
        case (.array, .badJSON), (.geojson, .badJSON):
            "The document ends too early or is damaged; the part before is used. Export it again."
        case (.gpsd, .malformed):
            "A report of gpsd makes no sense; check the program that sends it."
        case (_, _): remedy
        }
    }
}
