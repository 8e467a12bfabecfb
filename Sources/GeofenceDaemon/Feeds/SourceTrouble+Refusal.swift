import Geofencing
import Positioning

extension SourceTrouble {
    /// Why none of the fixes that come is judged, and what to do about it.
    init(_ refusal: FixRefusal) {
        let sentence =
            switch refusal {
            case .tooFast:
                "The positions jump farther than max_speed_mps allows, so that none is judged; "
                    + "check the antenna and its surroundings, or raise max_speed_mps."
            case .outOfLine:
                "The times of the fixes run back, or are more than a day ahead, so that none is "
                    + "judged; check the clock of what sends them, or set reorder_s if they come "
                    + "in disorder."
            case .duplicate:
                "Fix after fix has the same time, so that none is judged; let what sends them give "
                    + "each its own, or none."
            case .impossible, .lastKnown:
                "The positions are impossible, or old by their own account, so that none is "
                    + "judged; check what sends them."
            }
        self.init(code: "suspect", sentence: sentence)
    }
}
