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
                "The times of the fixes go backwards, so that none is evaluated; check the clock of the "
                    + "sender, or set reorder_s if they arrive out of order."
            case .ahead:
                "The times of the fixes are more than a day ahead of the last one, so that none is "
                    + "evaluated; check the clock of the sender."
            case .frozen:
                "The position does not move although the reported speed is above 2 m/s, so that no fix is evaluated; "
                    + "restart the receiver, or set frozen_check to off."
            case .badDate:
                "The dates of the fixes are more than a day off the wall clock, so that none is "
                    + "evaluated; check the clock of the sender, or set date_check to off."
            case .zeroCoordinate:
                "One coordinate of every fix is exactly 0, so that none is evaluated; check the sender, "
                    + "or set zero_check to off."
            case .filter:
                "The filter of the source refuses every fix, so that none is evaluated; see: "
                    + "geofencectl source explain."
            case .duplicate, .repeated:
                "All fixes have the same time, so that none is evaluated; let the sender give each "
                    + "its own time, or none."
            case .impossible, .lastKnown:
                "The positions are impossible, or marked as old, so that none is evaluated; check "
                    + "the sender."
            }
        self.init(code: "suspect", sentence: sentence)
    }
}
