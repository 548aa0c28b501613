import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import SQLStoreAPI
import SecurityMetricsService
import SecurityMetricsServiceAPI

/// Which events of the trail somebody wants.
struct AuditFilter: Sendable {
    static let since = Parameter<AuditMoment?>.optional(
        "since", .moment,
        summary: LocalizedText(en: "Only events from this time on", es: "Solo sucesos desde este momento"))
    static let until = Parameter<AuditMoment?>.optional(
        "until", .moment,
        summary: LocalizedText(en: "Only events before this time", es: "Solo sucesos anteriores a este momento"))
    static let account = Parameter<AuditAccount?>.optional(
        "account", .auditAccount,
        summary: LocalizedText(
            en:
                "Only events of the account with this address or identifier, or this name in the trail; "
                + "also what it did to others",
            es: "Solo sucesos de la cuenta con esta dirección o este identificador, o este nombre del "
                + "registro; también lo que hizo a otras"))
    static let kind = Parameter<String?>.optional(
        "kind", .text.called(en: "KIND", es: "TIPO"),
        summary: LocalizedText(
            en: "Only events of this kind, such as login.refused, or of those that begin so, such as login",
            es: "Solo sucesos de esta clase, como login.refused, o de las que empiezan así, como login"))
    static let severity = Parameter<AuditSeverity?>.optional(
        "severity", .choice(),
        summary: LocalizedText(
            en: "Only events that matter so much or more", es: "Solo sucesos de esta importancia o mayor"))

    private let since: Date?
    private let until: Date?
    private let account: UserID?
    /// What the trail calls the account.
    private let name: String?
    private let kind: String?
    private let severity: AuditSeverity?

    /// - Throws: Code `account_not_found` where nobody has an address that was named.
    init(_ invocation: Invocation, at desk: AuditDesk, in db: any SQLReading) throws {
        let now = desk.now
        since = invocation[Self.since]?.date(before: now)
        until = invocation[Self.until]?.date(before: now)
        switch invocation[Self.account] {
        // A name that no event has, if the account has none.
        case .identifier(let id): (account, name) = (id, try AuditNames.known(of: id, in: db) ?? "")
        case .address(let email):
            guard let id = try desk.accounts?.accountAt(email, db)?.id else { throw Self.noAccount }
            (account, name) = (id, try AuditNames.known(of: id, in: db) ?? "")
        case .name(let name): (account, self.name) = (nil, name)
        case nil: (account, name) = (nil, nil)
        }
        kind = invocation[Self.kind]
        severity = invocation[Self.severity]
    }

    private static let noAccount = CommandFailure(
        code: "account_not_found",
        message: LocalizedText(
            en: "There is no account with this address. Of one that is gone the trail has events under a name.",
            es: "No hay ninguna cuenta con esta dirección. De una que ya no existe, el registro tiene sucesos bajo un "
                + "nombre."))

    /// Whether all events are wanted.
    var isEmpty: Bool {
        since == nil && until == nil && account == nil && name == nil && kind == nil && severity == nil
    }

    /// Pieces that the bytes of all events have that match; others may have them as well.
    var pieces: [String] {
        (name.map { ["\"\($0)\""] } ?? []) + (kind.map { ["\"kind\":\"\($0)"] } ?? [])
    }

    /// Whether an event is wanted.
    ///
    /// - Parameter waiting: Whose account it is about, if it doesn't say so by a name yet.
    func matches(_ record: AuditRecord, of waiting: UserID?) -> Bool {
        if let name, record.account != name, record.actor != name, account == nil || waiting != account { return false }
        if let kind, record.kind != kind, !record.kind.hasPrefix(kind + ".") { return false }
        if let severity, AuditSeverity(rawValue: record.severity).map({ $0 < severity }) ?? false { return false }
        guard since != nil || until != nil, let date = record.date else { return true }
        return since.map { date >= $0 } ?? true && until.map { date < $0 } ?? true
    }
}

/// An account that somebody names.
enum AuditAccount: Hashable, Sendable {
    case identifier(UserID)
    case address(EmailAddress)
    /// What the trail calls it.
    case name(String)
}

extension ValueFormat where Value == AuditAccount {
    /// `6f9619ff-8b86-d011-b42d-00cf4fc964ff`, or `p` and 32 digits.
    static var auditAccount: ValueFormat {
        ValueFormat(
            placeholder: LocalizedText(en: "ACCOUNT", es: "CUENTA"),
            expectation: LocalizedText(
                en: "an account's address or identifier, or its name in the trail: p and 32 digits from 0 to f",
                es: "la dirección o el identificador de una cuenta, o su nombre en el registro: p y 32 cifras de 0 a f")
        ) { word in
            if let id = UserID(word) { return .identifier(id) }
            if let email = EmailAddress(kept: word) { return .address(email) }
            let name = word.lowercased()
            guard name.utf8.count == 33, name.first == "p", name.dropFirst().allSatisfy(\.isHexDigit),
                name.utf8.count == name.count
            else { return nil }
            return .name(name)
        }
    }
}

/// A time that somebody names: a day, a moment, or how long ago.
enum AuditMoment: Hashable, Sendable {
    case date(Date)
    case ago(Duration)

    func date(before now: Date) -> Date {
        switch self {
        case .date(let date): date
        case .ago(let duration): now.addingTimeInterval(-Double(duration.components.seconds))
        }
    }
}

extension ValueFormat where Value == AuditMoment {
    /// `24h`, `2026-03-12` or `2026-03-12T14:05:00Z`.
    static var moment: ValueFormat {
        ValueFormat(
            placeholder: LocalizedText(en: "TIME", es: "MOMENTO"),
            expectation: LocalizedText(
                en: "a time such as 24h (ago), 2026-03-12 or 2026-03-12T14:05:00Z, in UTC",
                es: "un momento como 24h (atrás), 2026-03-12 o 2026-03-12T14:05:00Z, en UTC")
        ) { word in
            if let unit = word.last, let count = Int64(word.dropLast()), (0...1_000_000).contains(count),
                let seconds = ["s": 1, "m": 60, "h": 3_600, "d": 86_400 as Int64][String(unit)]
            {
                return .ago(.seconds(count * seconds))
            }
            let text = word.utf8.count == 10 ? word + "T00:00:00Z" : word
            // The parser takes 31 February for 3 March, and leaves alone what stands behind the time.
            guard let date = try? Date.ISO8601FormatStyle().parse(text), date.formatted(.iso8601) == text
            else { return nil }
            return .date(date)
        }
    }
}
