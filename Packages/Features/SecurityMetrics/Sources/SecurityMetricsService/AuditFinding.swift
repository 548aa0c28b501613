package import FoundationEssentials
package import Localization
package import SecurityMetricsContract

/// What is wrong with an audit trail.
package enum AuditFinding: Hashable, Sendable {
    /// An event isn't what it was when it got its place, which is counted from 0.
    case edited(Int)
    /// There is no event at a place before others.
    case missing(Int)
    /// The first so many events aren't those that were signed, or not in their order.
    case changed(Int)
    /// There were so many events when the head was signed, and there are fewer.
    case cut(Int)
    /// Behind the last signed event stands one that nobody signed.
    case unsigned(Int)
    /// The bytes of an event are gone, and no head says that they were removed for their age.
    case removed(Int)
    /// The head of so many events isn't signed by this server.
    case forgedHead(Int)
    /// So many accounts stand beside a name of the trail that isn't theirs.
    case foreignNames(Int)
    /// So many names of events are those of no account, and none of them was deleted.
    case missingNames(Int)
    /// So many rows hold what the server never writes.
    case unreadable(Int)
    /// So many events wait for their places for longer than they should.
    case late(Int)

    /// The word for scripts.
    package var code: String {
        switch self {
        case .edited: "edited"
        case .missing: "missing"
        case .changed: "changed"
        case .cut: "cut"
        case .unsigned: "unsigned"
        case .removed: "removed"
        case .forgedHead: "forged_head"
        case .foreignNames: "foreign_names"
        case .missingNames: "missing_names"
        case .unreadable: "unreadable"
        case .late: "late"
        }
    }

    /// The place, or the number of events or accounts.
    package var number: Int {
        switch self {
        case .edited(let number), .missing(let number), .changed(let number), .cut(let number),
            .unsigned(let number), .removed(let number), .forgedHead(let number), .foreignNames(let number),
            .missingNames(let number), .unreadable(let number), .late(let number):
            number
        }
    }

    /// What people read.
    package var text: LocalizedText {
        switch self {
        case .edited(let place):
            LocalizedText(
                en: "Event \(place) isn't what was written.", es: "El suceso \(place) no es el que se escribió.")
        case .missing(let place):
            LocalizedText(en: "Event \(place) is missing.", es: "Falta el suceso \(place).")
        case .changed(let size):
            LocalizedText(
                en: "The first \(size) events aren't those that were signed, or not in their order.",
                es: "Los primeros \(size) sucesos no son los que se firmaron, o no en su orden.")
        case .cut(let size):
            LocalizedText(
                en: "There were \(size) events when the head was signed, and now there are fewer.",
                es: "Había \(size) sucesos cuando se firmó la cabeza y ahora hay menos.")
        case .unsigned(let place):
            LocalizedText(
                en: "Event \(place) stands behind the last one that was signed.",
                es: "El suceso \(place) está detrás del último que se firmó.")
        case .removed(let place):
            LocalizedText(
                en: "Event \(place) was removed, and not for its age.",
                es: "El suceso \(place) se quitó, y no por su antigüedad.")
        case .forgedHead(let size):
            LocalizedText(
                en: "The head of \(size) events isn't signed by this server.",
                es: "La cabeza de \(size) sucesos no está firmada por este servidor.")
        case .foreignNames(let count):
            LocalizedText(
                en: "Accounts that stand beside a name that isn't theirs: \(count). Events may seem to be of others.",
                es: "Cuentas junto a un nombre que no es el suyo: \(count). Los sucesos pueden parecer de otras.")
        case .missingNames(let count):
            LocalizedText(
                en: "Names in events of which nothing says whose they are, though no account was deleted: \(count).",
                es: "Nombres en sucesos de los que nada dice de quién son, aunque no se eliminó la cuenta: \(count).")
        case .unreadable(let count):
            LocalizedText(
                en: "Rows of the audit trail that the server didn't write so, and can't read: \(count).",
                es: "Filas del registro de auditoría que el servidor no escribió así y no puede leer: \(count).")
        case .late(let count):
            LocalizedText(
                en: "Events that should have been signed long ago, and can't be: \(count).",
                es: "Sucesos que se debían haber firmado hace tiempo y no se pueden firmar: \(count).")
        }
    }
}

/// What became of looking through an audit trail.
package struct AuditReport: Hashable, Sendable {
    /// How many events have a place in the tree.
    package var size = 0
    /// How many of them have been removed for their age.
    package var removed = 0
    /// How many events wait for a place, which nothing proves yet.
    package var waiting = 0
    /// How many of them wait for longer than ``patience``.
    package var late = 0
    /// The latest head; nil where none is signed.
    package var head: TreeHead?
    /// What is wrong, at most ``limit`` things; nothing where the trail is whole.
    package private(set) var findings: [AuditFinding] = []

    /// How much is told: whoever changed one event may have changed all.
    static let limit = 20

    /// For how long an event waits at most, where a server runs.
    package static let patience: TimeInterval = 60

    package mutating func add(_ finding: AuditFinding) {
        if findings.count < Self.limit, !findings.contains(finding) { findings.append(finding) }
    }
}
