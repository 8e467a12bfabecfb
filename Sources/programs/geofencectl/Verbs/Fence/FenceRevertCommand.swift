internal import ArgumentParser
internal import ControlProtocol
internal import Suggestions

/// `geofencectl fence revert`
struct FenceRevertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revert", abstract: "Let fences follow the file of their set again.",
        discussion: """
            Gives up what was changed at run time: fences that were replaced or removed are what the \
            file says, as it was read at the last reload, and those that were added go. A fence that \
            follows its file already stays as it is. For all sets, while the daemon is stopped: \
            geofenced --revert-fences.

            EXAMPLES
              geofencectl fence revert --set yard
              geofencectl fence revert quarry spill --set yard
            """)

    @Argument(
        help:
            "The fences' ids or names. Default: all fences of the set that were changed at run time.",
        completion: NameCompletion.fences)
    var fences: [String] = []
    @OptionGroup var change: FenceChangeOptions

    func run() throws {
        let reversion = FenceReversion(
            set: change.chosenSet, fences: fences.isEmpty ? nil : fences)
        try change.perform(.fenceRevert, reversion) { change in
            let count = change.added.count + change.changed.count + change.removed.count
            return FenceTable.text(change) + counted(count, "fence follows", "fences follow")
                + " the file again.\n"
        }
    }
}
