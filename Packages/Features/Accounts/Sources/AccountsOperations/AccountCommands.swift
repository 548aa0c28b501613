import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI

/// `essentiald accounts show` and `accounts list`: whose an address is, and who has an
/// account.
struct AccountCommands: Sendable {
    let access: any ServerDataAccess

    private struct Shown: Encodable, Sendable {
        let user: User
        var suspendedAt: Date?
        var suspensionReason: String?
        /// Until when wrong passwords lock the account, if that has an end.
        var lockedUntil: Date?
        /// Whether so many wrong passwords lock it that only another one or `accounts unlock` helps.
        var lockedUntilReset: Bool?
        var deletionDueAt: Date?
        /// The address that the account had, and may get back.
        var formerEmail: String?
        var formerEmailKeptUntil: Date?

        init(_ item: AccountList.Item, _ lock: PasswordLock?, _ kept: KeptAddress? = nil) {
            switch lock {
            case .until(let end): lockedUntil = end
            case .untilReset: lockedUntilReset = true
            case nil: break
            }
            user = item.user
            suspendedAt = item.suspension?.since
            suspensionReason = item.suspension?.reason
            deletionDueAt = item.deletion?.dueAt
            formerEmail = kept.map { "\($0.email)" }
            formerEmailKeptUntil = kept?.end
        }
    }

    var all: [Command] { [show, list] }

    private var show: Command {
        Command(
            "accounts show",
            summary: LocalizedText(en: "Show whose an address is", es: "Muestra de quién es una dirección"),
            discussion: LocalizedText(
                en: "Logs and other commands name people by the identifier that this shows. An account is found by the "
                    + "address that it had as well, as long as the change can be undone.",
                es:
                    "Los registros y otras órdenes nombran a las personas por el identificador que esto muestra. Una "
                    + "cuenta se encuentra también por la dirección que tenía, mientras se pueda deshacer el cambio."),
            examples: [
                CommandExample(
                    "essentiald accounts show ana@example.com",
                    LocalizedText(en: "who wrote to you", es: "quién te escribió"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[OperatorParameters.person]
            return try await access.withAccounts { data, desk in
                let shown = try await data.database.read { db in
                    try desk.accounts.account(called: typed, in: db).map { found in
                        let lock = try desk.locks?.lock(of: found.user, at: data.now(), in: db)
                        return (found, try AccountList.item(of: found.user, in: db), lock)
                    }
                }
                guard let (found, item, lock) = shown else {
                    throw CommandFailure(
                        code: "account_not_found",
                        message: LocalizedText(
                            en: "There is no account with this address or identifier.",
                            es: "No hay ninguna cuenta con esta dirección o este identificador."))
                }
                let locked = lock.map { [OutputField($0.label, StyledText($0.text))] } ?? []
                var text: [OutputBlock] = [.fields(Self.fields(found, item) + locked)]
                if let reason = found.reason { text.insert(.line(StyledText(reason)), at: 0) }
                return CommandOutput(json: Shown(item, lock, found.kept), text: text)
            }
        }
    }

    private static func fields(_ found: AccountLookup.Found, _ item: AccountList.Item) -> [OutputField] {
        let user = item.user
        let proved =
            user.isVerified
            ? LocalizedText(en: "proved", es: "confirmada") : LocalizedText(en: "not proved", es: "sin confirmar")
        var fields = [
            OutputField(LocalizedText(en: "Name", es: "Nombre"), verbatim: user.name),
            OutputField(
                LocalizedText(en: "Address", es: "Dirección"),
                StyledText(
                    LocalizedText(en: "\(user.email), \(proved.english)", es: "\(user.email), \(proved.spanish)"))),
            OutputField(LocalizedText(en: "Since", es: "Desde"), StyledText(.moment(user.createdAt))),
            OutputField(LocalizedText(en: "Identifier", es: "Identificador"), verbatim: "\(user.id)"),
        ]
        if let kept = found.kept {
            let end = LocalizedText.moment(kept.end)
            fields.append(
                OutputField(
                    LocalizedText(en: "Address before", es: "Dirección anterior"),
                    StyledText(
                        LocalizedText(
                            en: "\(kept.email), kept until \(end.english)",
                            es: "\(kept.email), guardada hasta \(end.spanish)"))))
        }
        if let deletion = item.deletion {
            let due = LocalizedText.moment(deletion.dueAt)
            let text =
                item.suspension == nil || deletion.isOrdered
                ? due
                : LocalizedText(
                    en: "\(due.english), and not while it is suspended",
                    es: "\(due.spanish), y no mientras esté suspendida")
            fields.append(OutputField(LocalizedText(en: "Deleted at", es: "Se elimina"), StyledText(text)))
        }
        if let suspension = item.suspension {
            fields.append(
                OutputField(LocalizedText(en: "Suspended", es: "Suspendida"), StyledText(.moment(suspension.since))))
            if let reason = suspension.reason {
                fields.append(OutputField(LocalizedText(en: "Reason", es: "Motivo"), verbatim: reason))
            }
        }
        return fields
    }

    // MARK: The list

    private static let limit = Parameter<Int>.option(
        "limit", short: "n", .integer(in: 1...1_000), default: 50,
        summary: LocalizedText(en: "How many are shown at most", es: "Cuántas se muestran como máximo"))
    private static let after = Parameter<UUID?>.optional(
        "after", .uuid,
        summary: LocalizedText(
            en: "Go on behind the account with this identifier", es: "Sigue tras la cuenta con este identificador"))
    private static let suspended = Parameter<Bool>.flag(
        "suspended", summary: LocalizedText(en: "Only those that are suspended", es: "Solo las suspendidas"))
    private static let unverified = Parameter<Bool>.flag(
        "unverified",
        summary: LocalizedText(en: "Only those whose address isn't proved", es: "Solo las de dirección sin confirmar"))

    private static let closing = Parameter<Bool>.flag(
        "closing",
        summary: LocalizedText(
            en: "Only those that their people delete", es: "Solo las que sus personas eliminan"))

    private struct Report: Encodable, Sendable {
        let accounts: [Shown]
        /// What `--after` takes for the next page; nil behind the last one.
        let next: UserID?
    }

    private var list: Command {
        Command(
            "accounts list",
            summary: LocalizedText(
                en: "Show the accounts, the oldest first", es: "Muestra las cuentas, primero las más antiguas"),
            examples: [
                CommandExample(
                    "essentiald accounts list --suspended", LocalizedText(en: "who is kept out", es: "quién está fuera")
                ),
                CommandExample(
                    "essentiald accounts list --unverified -n 10",
                    LocalizedText(en: "who has yet to prove the address", es: "quién tiene la dirección por confirmar")),
            ],
            parameters: [Self.limit, Self.after, Self.suspended, Self.unverified, Self.closing]
        ) { invocation, _ throws(CommandFailure) in
            let limit = invocation[Self.limit], last = invocation[Self.after].map { UserID($0) }
            let filter = AccountList.Filter(
                suspended: invocation[Self.suspended], unverified: invocation[Self.unverified],
                closing: invocation[Self.closing])
            return try await access.withAccounts { data, desk in
                let now = data.now()
                let shown = try await data.database.read { db in
                    try AccountList.page(after: last, limit: limit, filter, in: db).map { page in
                        let locks = try page.items.map { try desk.locks?.lock(of: $0.user, at: now, in: db) }
                        return (items: Array(zip(page.items, locks)), hasMore: page.hasMore)
                    }
                }
                guard let page = shown else {
                    throw CommandFailure(
                        code: "account_not_found",
                        message: LocalizedText(
                            en: "There is no account with this identifier to go on behind.",
                            es: "No hay ninguna cuenta con ese identificador tras la que seguir."))
                }
                guard !page.items.isEmpty else {
                    return CommandOutput(
                        json: Report(accounts: [], next: nil), .line(Self.none(by: filter, after: last), .faint))
                }
                return Self.report(page.items, hasMore: page.hasMore, at: now)
            }
        }
    }

    /// What a list says that has nobody in it.
    private static func none(by filter: AccountList.Filter, after last: UserID?) -> LocalizedText {
        guard last == nil else {
            return LocalizedText(en: "No account comes after that one.", es: "Ninguna cuenta sigue a esa.")
        }
        return switch filter {
        case AccountList.Filter(): LocalizedText(en: "There are no accounts yet.", es: "Todavía no hay cuentas.")
        case AccountList.Filter(suspended: true):
            LocalizedText(en: "Nobody is suspended.", es: "No hay nadie suspendido.")
        default: LocalizedText(en: "No account is like that.", es: "Ninguna cuenta es así.")
        }
    }

    private static func report(
        _ items: [(AccountList.Item, PasswordLock?)], hasMore: Bool, at now: Date
    ) -> CommandOutput {
        let next = hasMore ? items.last?.0.user.id : nil
        let report = Report(accounts: items.map { Shown($0, $1) }, next: next)
        let columns = [
            Table.Column(LocalizedText(en: "address", es: "dirección"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "name", es: "nombre"), minimumWidth: 8),
            Table.Column(LocalizedText(en: "since", es: "desde")),
            Table.Column(LocalizedText(en: "state", es: "estado")),
            Table.Column.identifiers(LocalizedText(en: "identifier", es: "identificador")),
        ]
        let rows = items.map { item, lock in
            [
                StyledText(verbatim: "\(item.user.email)"), StyledText(verbatim: item.user.name),
                StyledText(.since(item.user.createdAt, at: now)), StyledText(state(of: item, lock)),
                StyledText(verbatim: "\(item.user.id)", .faint),
            ]
        }
        var text: [OutputBlock] = [.table(Table(columns: columns, rows: rows))]
        if let next {
            text.append(
                .line(
                    LocalizedText(en: "There are more: --after \(next)", es: "Hay más: --after \(next)"), .faint))
        }
        return CommandOutput(json: report, text: text)
    }

    private static func state(of item: AccountList.Item, _ lock: PasswordLock?) -> LocalizedText {
        if item.suspension != nil, item.deletion?.isOrdered != true {
            return LocalizedText(en: "suspended", es: "suspendida")
        }
        if item.deletion != nil { return LocalizedText(en: "being deleted", es: "se elimina") }
        if lock != nil { return LocalizedText(en: "locked", es: "bloqueada") }
        return item.user.isVerified
            ? LocalizedText(en: "proved", es: "confirmada") : LocalizedText(en: "not proved", es: "sin confirmar")
    }
}
