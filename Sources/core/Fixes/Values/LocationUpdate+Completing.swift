import Geodesy

extension LocationUpdate {
    /// This fix with the values that a later report of the same instant and place adds; nil when it
    /// adds none.
    func completed(by later: LocationUpdate) -> LocationUpdate? {
        guard later.position == position else { return nil }
        var whole = self
        // The level of an accuracy that is not given has no meaning.
        if accuracy_m == nil, later.accuracy_m != nil { whole.certainty = later.certainty }
        whole.altitude_m = altitude_m ?? later.altitude_m
        whole.verticalAccuracy_m = verticalAccuracy_m ?? later.verticalAccuracy_m
        whole.speed_mps = speed_mps ?? later.speed_mps
        whole.course_deg = course_deg ?? later.course_deg
        whole.floor = floor ?? later.floor
        return whole == self ? nil : whole
    }
}
