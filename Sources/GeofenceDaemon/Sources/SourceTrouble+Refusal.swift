import Fixes
import Positioning

extension SourceTrouble {
    /// Explains why no fix is evaluated, and what to do.
    init(_ refusal: FixRefusal) {
        let sentence =
            switch refusal {
            case .tooFast:
                "The positions jump farther than max_speed_mps allows, so that none is evaluated; "
                    + "check the antenna and its view of the sky, or raise max_speed_mps."
            case .outOfLine:
                "The times of the fixes run back, so that none is evaluated; check the clock of what "
                    + "sends them, or set reorder_s if they come in disorder."
            case .ahead:
                "The times of the fixes are more than a day ahead of the last one, so that none is "
                    + "evaluated; check the clock of what sends them."
            case .frozen:
                "The position does not move although the speed says so, so that no fix is evaluated; "
                    + "restart the receiver, or set frozen_check to off."
            case .badDate:
                "The dates of the fixes are more than a day off the wall clock, so that none is "
                    + "evaluated; check the clock of what sends them, or set date_check to off."
            case .zeroCoordinate:
                "One coordinate of every fix is exactly 0, so that none is evaluated; check what sends "
                    + "them, or set zero_check to off."
            case .filter:
                "The filter of the source refuses every fix, so that none is evaluated; see: "
                    + "geofencectl source explain."
            case .duplicate, .repeated:
                "All fixes have the same time, so that none is evaluated; let the sender give each "
                    + "its own time, or none."
            case .impossible, .lastKnown:
                "The positions are impossible, or old by their own account, so that none is "
                    + "evaluated; check what sends them."
            }
        self.init(code: "suspect", sentence: sentence)
    }
}
