import Geodesy

/// The fences, rules and default states of a monitor before its catalog changed.
struct CatalogBefore {
    let catalog: FenceCatalog
    let rules: [FenceRules]
    let invalid: Set<FenceNumber>
    let defaults: [DefaultState]
    /// The buffer in metres of fences that have none of their own.
    let buffer_m: Double
    /// The classes whose fences without a state of their own were all known to be outside.
    let evaluatedClasses: Set<FenceClass>

    /// Returns the state of fences with these settings that have no state of their own.
    ///
    /// An edit of its settings does not make a fence unknown that was outside.
    func defaultState(of settings: FenceSettings) -> DefaultState {
        if let index = catalog.settings.firstIndex(of: settings) { return defaults[index] }
        let fences = FenceClass(
            settings.effectiveKind, isLimited: AltitudeLimits(of: settings).isAny)
        guard evaluatedClasses.contains(fences) else { return DefaultState() }
        return defaults.first(where: \.isOutside) ?? .outside()
    }

    /// Whether a fence of the new catalog counts as new: the fence did not exist before, was not
    /// evaluated, or lay at another place.
    func lacks(_ number: FenceNumber, _ new: FenceCatalog) -> Bool {
        guard let old = catalog.number(of: new.id(number)) else { return true }
        if invalid.contains(old) || rules[catalog.settingsIndex(old)].isDismissed { return true }
        return changed(number, new)
            && !catalog.mayOverlap(old, number, of: new, buffer_m: buffer_m)
    }

    /// Whether a fence of the new catalog had another shape or other settings before.
    func changed(_ number: FenceNumber, _ new: FenceCatalog) -> Bool {
        guard let old = catalog.number(of: new.id(number)) else { return false }
        return catalog.contentHash(old) != new.contentHash(number)
    }
}

extension FenceCatalog {
    /// Whether the boxes around two fences of two catalogs intersect, buffers included.
    ///
    /// - Parameter buffer_m: the buffer in metres of fences that have none of their own.
    func mayOverlap(
        _ number: FenceNumber, _ other: FenceNumber, of catalog: FenceCatalog, buffer_m: Double
    ) -> Bool {
        func reach(_ number: FenceNumber, _ catalog: FenceCatalog) -> BoundingBox {
            let own_m = catalog.settings[catalog.settingsIndex(number)].buffer_m
            return catalog.boundingBox(number).expanded(byMetres: max(0, own_m ?? buffer_m))
        }
        return reach(number, self).intersects(reach(other, catalog))
    }
}
