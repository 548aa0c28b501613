import AccountsServiceAPI
import AdministrationService
import ConfigurationAPI
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI

/// `essentiald admin invite`, `withdraw`, `list` and `remove`: the only way to become an administrator begins
/// on the machine.
struct AdministratorCommands: Sendable {
    let access: any ServerDataAccess

    var all: [Command] { [invite, withdraw, list, remove] }

    // MARK: Invite

    private struct Invited: Encodable, Sendable {
        let link: String
        let expiresAt: Date
    }

    private var invite: Command {
        Command(
            "admin invite",
            summary: LocalizedText(
                en: "Make a link that makes somebody an administrator",
                es: "Crea un enlace que convierte a alguien en administrador"),
            discussion: LocalizedText(
                en:
                    "Whoever opens it while logged in, and confirms, is an administrator. It is good once, for a day: hand it "
                    + "to the person themself, and to nobody else.",
                es:
                    "Quien lo abra con la sesión iniciada, y lo confirme, administra el servidor. Vale una vez, durante un "
                    + "día: dáselo a esa persona y a nadie más."),
            examples: [
                CommandExample("essentiald admin invite", LocalizedText(en: "for one person", es: "para una persona"))
            ]
        ) { _, _ throws(CommandFailure) in
            let server = Self.address(in: try access.configuration())
            return try await access.withData(AdministrationMigrations.all) { data in
                let now = data.now(), invitations = Invitations(data.cryptography)
                let token = try await data.database.write { db in
                    try data.record(.administratorInvited, in: db)
                    return try invitations.make(at: now, in: db)
                }
                let link = "\(server)/administrator?token=\(token)"
                let end = now.addingTimeInterval(Invitations.lifetime)
                let until = LocalizedText.moment(end)
                return CommandOutput(
                    json: Invited(link: link, expiresAt: end),
                    text: [
                        .preformatted(link),
                        .line(
                            LocalizedText(
                                en: "It is good once, until \(until.english).",
                                es: "Vale una vez, hasta este momento: \(until.spanish)."), .faint),
                    ])
            }
        }
    }

    /// The address at which people reach the server; with port 0 nobody knows it before it listens.
    private static func address(in configuration: Configuration) -> String {
        if let url = configuration[HTTPServingSection.publicURL] { return url.absoluteString }
        let scheme = configuration[HTTPServingSection.certificate] == nil ? "http://" : "https://"
        return scheme + configuration[HTTPServingSection.listen]
    }

    // MARK: Withdraw

    private struct Withdrawn: Encodable, Sendable {
        let count: Int
    }

    /// Nobody can say which one: of each there is only what its link proves.
    private var withdraw: Command {
        Command(
            "admin withdraw",
            summary: LocalizedText(
                en: "Take back the invitations that nobody used", es: "Anula las invitaciones que nadie ha usado"),
            discussion: LocalizedText(
                en:
                    "All of them: of an invitation the server keeps only what its link proves. Who is an administrator stays one.",
                es:
                    "Todas: de una invitación el servidor solo guarda lo que su enlace demuestra. Quien administra sigue "
                    + "haciéndolo."),
            examples: [
                CommandExample(
                    "essentiald admin withdraw",
                    LocalizedText(en: "a link got into wrong hands", es: "un enlace cayó en malas manos"))
            ]
        ) { _, _ throws(CommandFailure) in
            try await access.withData(AdministrationMigrations.all) { data in
                let now = data.now()
                let count = try await data.database.write { db in
                    let count = try Invitations.withdraw(at: now, in: db)
                    if count > 0 { try data.record(.invitationsWithdrawn, in: db) }
                    return count
                }
                let text =
                    count > 0
                    ? LocalizedText(
                        en: "Invitations that were taken back: \(count).", es: "Invitaciones anuladas: \(count).")
                    : LocalizedText(
                        en: "No invitation is open. Nothing was changed.",
                        es: "No hay ninguna invitación pendiente. No se cambió nada.")
                return CommandOutput(json: Withdrawn(count: count), .line(text, count > 0 ? .success : .faint))
            }
        }
    }

    // MARK: List

    private struct Item: Encodable, Sendable {
        let user: UserID
        let name: String?
        let email: String?
        let since: Date
    }

    private struct List: Encodable, Sendable {
        let administrators: [Item]
        /// Until when the invitations are good that nobody used.
        let invitations: [Date]
    }

    private var list: Command {
        Command(
            "admin list",
            summary: LocalizedText(
                en: "Show who is an administrator, and which invitations are open",
                es: "Muestra quién administra el servidor y qué invitaciones hay pendientes"),
            examples: [CommandExample("essentiald admin list", LocalizedText(en: "since when", es: "desde cuándo"))]
        ) { _, _ throws(CommandFailure) in
            try await withAccounts { data, finder in
                let now = data.now()
                let list = try await data.database.read { db in
                    let items = try AdministratorRow.all(in: db).map { row in
                        let user = try finder?.account(row.user, db)
                        return Item(
                            user: row.user, name: user?.name, email: user.map { "\($0.email)" }, since: row.since)
                    }
                    return List(administrators: items, invitations: try Invitations.open(at: now, in: db))
                }
                return CommandOutput(json: list, text: [Self.people(list.administrators, at: now)] + Self.open(list))
            }
        }
    }

    private static func open(_ list: List) -> [OutputBlock] {
        guard let last = list.invitations.last else { return [] }
        let count = list.invitations.count, until = LocalizedText.moment(last)
        return [
            .line(
                LocalizedText(
                    en: "Invitations that nobody used yet: \(count), the last one good until \(until.english).",
                    es:
                        "Invitaciones que nadie ha usado aún: \(count); la última vale hasta este momento: \(until.spanish)."
                ),
                .warning)
        ]
    }

    private static func people(_ items: [Item], at now: Date) -> OutputBlock {
        guard !items.isEmpty else {
            return .line(
                LocalizedText(en: "Nobody is an administrator.", es: "Nadie administra el servidor."), .faint)
        }
        let columns = [
            Table.Column(LocalizedText(en: "address", es: "dirección"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "name", es: "nombre"), minimumWidth: 8),
            Table.Column(LocalizedText(en: "since", es: "desde")),
            Table.Column.identifiers(LocalizedText(en: "identifier", es: "identificador")),
        ]
        let rows = items.map { item in
            [
                StyledText(verbatim: item.email ?? ""), StyledText(verbatim: item.name ?? ""),
                StyledText(.since(item.since, at: now)), StyledText(verbatim: "\(item.user)", .faint),
            ]
        }
        return .table(Table(columns: columns, rows: rows))
    }

    // MARK: Remove

    private struct Removed: Encodable, Sendable {
        let user: UserID
        let changed: Bool
    }

    private var remove: Command {
        Command(
            "admin remove",
            summary: LocalizedText(
                en: "Make somebody a person like any other again",
                es: "Hace que alguien deje de administrar el servidor"),
            discussion: LocalizedText(
                en: "It counts at once, also for who is logged in. Nothing else of the account changes.",
                es: "Cuenta al momento, también para quien tiene la sesión iniciada. De la cuenta no cambia nada más."),
            examples: [
                CommandExample(
                    "essentiald admin remove ana@example.com", LocalizedText(en: "at once", es: "al momento"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[OperatorParameters.person]
            return try await withAccounts { data, finder in
                let (user, isRemoved) = try await data.database.write { db in
                    guard let user = try finder?.account(called: typed, in: db) else {
                        throw CommandFailure.noAccount
                    }
                    let isRemoved = try AdministratorRow.remove(user.id, in: db)
                    if isRemoved { try data.record(.administratorRemoved, to: user.id, in: db) }
                    return (user, isRemoved)
                }
                let text =
                    isRemoved
                    ? LocalizedText(
                        en: "\(user.email) is no administrator any more.",
                        es: "\(user.email) ya no administra el servidor.")
                    : LocalizedText(
                        en: "\(user.email) is no administrator. Nothing was changed.",
                        es: "\(user.email) no administra el servidor. No se cambió nada.")
                return CommandOutput(
                    json: Removed(user: user.id, changed: isRemoved), .line(text, isRemoved ? .success : .faint))
            }
        }
    }

    private func withAccounts(
        _ body: @escaping @Sendable (ServerData, AccountFinding?) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let finder = try access.declarations().values(of: AccountFinders.self).first
        let migrations = AdministrationMigrations.all + (finder?.migrations ?? [])
        return try await access.withData(migrations) { data in try await body(data, finder) }
    }
}

extension CommandFailure {
    fileprivate static let noAccount = CommandFailure(
        code: "account_not_found",
        message: LocalizedText(
            en: "There is no account with this address or identifier. Nothing was changed.",
            es: "No hay ninguna cuenta con esta dirección o este identificador. No se cambió nada."))
}
