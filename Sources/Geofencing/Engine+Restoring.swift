import Chronology
import Geodesy

extension Engine {
    /// Takes up what an earlier run saved.
    mutating func restore(_ state: SavedState) {
        for (kind, enabled) in state.kinds { setKind(kind, enabled: enabled) }
    }

    mutating func applySwitch(_ kind: FenceKind, _ enabled: Bool) {
        switch kind {
        case .level: level.enabled = enabled
        case .global: global.enabled = enabled
        }
    }
}
