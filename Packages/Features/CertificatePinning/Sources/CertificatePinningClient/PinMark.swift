import AtomicFiles
import FoundationEssentials

/// Says beside the vault that pins were installed, so that a vault that can't be opened, or was begun anew, isn't taken for
/// one without pins; and that nobody has to open theirs who has none.
///
/// It says nothing else: what is pinned is in the vault.
struct PinMark: Sendable {
    let file: AtomicFile

    /// Whether it is there; one that can't be read is.
    var isSet: Bool {
        do {
            return try file.contents(limit: 0) != nil
        } catch {
            return true
        }
    }

    /// Takes it away: nothing is pinned any more.
    func clear() throws(FileError) {
        try file.remove(durability: .power)
    }

    /// Sets it for good.
    func set() throws(FileError) {
        try file.replace(with: Data(), durability: .power)
    }
}
