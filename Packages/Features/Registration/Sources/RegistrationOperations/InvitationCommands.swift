import AccountsServiceAPI
import ConfigurationAPI
import ConsoleAPI
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Localization
import MailAPI
import OperatingAPI
import PluginKit
import RegistrationService
import RegistrationServiceAPI
import SQLStoreAPI

/// `essentiald accounts invite`, `invitations` and `uninvite`: who may make an account where registration is closed.
struct InvitationCommands: Sendable {
    let access: any ServerDataAccess

    var all: [Command] { [invite, list, uninvite] }

    private static let email = Parameter<String>.argument(
        "email", .email, summary: LocalizedText(en: "The person's address", es: "La dirección de la persona"))

    // MARK: Invite

    private struct Invited: Encodable, Sendable {
        let invitation: UserID
        let email: String
        let expiresAt: Date
        let replacedEarlier: Bool
    }

    private var invite: Command {
        Command(
            "accounts invite",
            summary: LocalizedText(
                en: "Invite somebody to make an account", es: "Invita a alguien a crear una cuenta"),
            discussion: LocalizedText(
                en:
                    "A letter with a link for one use goes to the address; by it its reader makes an account, also where "
                    + "registration is closed, and chooses the password. The address counts as proved then. Inviting "
                    + "once more replaces the link; accounts.invitation_lifetime says for how long it is good.",
                es: "A la dirección va un mensaje con un enlace de un solo uso; con él, quien la lee crea una cuenta, "
                    + "también con el registro cerrado, y elige la contraseña. La dirección cuenta así como confirmada. "
                    + "Invitar otra vez sustituye el enlace; accounts.invitation_lifetime dice cuánto vale."),
            examples: [
                CommandExample(
                    "essentiald accounts invite ana@example.com",
                    LocalizedText(en: "a letter goes to Ana", es: "un mensaje va a Ana"))
            ],
            parameters: [Self.email]
        ) { invocation, _ throws(CommandFailure) in
            guard let email = EmailAddress(invocation[Self.email]) else { throw Self.noAddress }
            let configuration = try access.configuration(), lifetime = configuration[InvitationSettings.lifetime]
            guard try access.declarations().values(of: Migrations.self).contains(InvitationTable.migrations[0]) else {
                throw Self.switchedOff
            }
            let letter = MailTransport.chosen(in: configuration) == .outbox ? [Self.letterInOutbox] : []
            return try await withOwners { data, owner in
                let now = data.now(), id = UserID(try data.cryptography.random.uuid())
                let outcome = try await data.database.write { db in
                    let outcome = try InvitationTable.invite(
                        email, as: id, at: now, for: lifetime, unlessOwned: owner, in: db)
                    if case .invited = outcome { try data.record(.personInvited, to: id, in: db) }
                    return outcome
                }
                switch outcome {
                case .hasAccount(let user): throw Self.hasAccount(email, user)
                case .withoutMail: throw Self.withoutMail(email)
                case .invited(let end, let replaces):
                    return CommandOutput(
                        json: Invited(
                            invitation: id, email: "\(email.composed)", expiresAt: end, replacedEarlier: replaces),
                        text: [.line(Self.invited(email.composed, until: end, replacing: replaces), .success)] + letter)
                }
            }
        }
    }

    private static func invited(
        _ email: EmailAddress, until end: Date, replacing replaces: Bool
    ) -> LocalizedText {
        let until = LocalizedText.moment(end)
        let text = LocalizedText(
            en: "\(email) is invited until \(until.english). A running server sends the letter within a minute.",
            es: "\(email) tiene una invitación hasta este momento: \(until.spanish). Un servidor en marcha envía el "
                + "mensaje en un minuto.")
        guard replaces else { return text }
        return text
            + LocalizedText(
                en: "The link of the earlier invitation isn't good any more.",
                es: "El enlace de la invitación anterior ya no vale.")
    }

    private static let letterInOutbox = OutputBlock.line(
        LocalizedText(
            en:
                "Letters aren't sent yet, but written to files in the data folder (mail.transport): hand the link in it over "
                + "yourself, to this person alone.",
            es:
                "Los mensajes aún no se envían, se escriben en archivos de la carpeta de datos (mail.transport): entrega tú "
                + "el enlace, solo a esa persona."), .warning)

    private static let switchedOff = CommandFailure(
        code: "invitations_off",
        message: LocalizedText(
            en: "Invitations are switched off (plugins.disabled), so no link would be good. Nobody was invited.",
            es: "Las invitaciones están desactivadas (plugins.disabled) y ningún enlace valdría. No se invitó a nadie.")
    )

    private static func withoutMail(_ email: EmailAddress) -> CommandFailure {
        CommandFailure(
            exit: .usage, code: "invalid_email",
            message: LocalizedText(
                en:
                    "No mail ever arrives at \(email): nobody can have an address that ends in .invalid. Nobody was invited.",
                es:
                    "A \(email) nunca llega ningún mensaje: nadie puede tener una dirección que acabe en .invalid. No se "
                    + "invitó a nadie."))
    }

    private static let noAddress = CommandFailure(
        exit: .usage, code: "invalid_email",
        message: LocalizedText(
            en: "That is no email address. It should look like name@example.com. Nothing was changed.",
            es: "Eso no es una dirección de correo. Debe parecerse a nombre@example.com. No se cambió nada."))

    private static func hasAccount(_ email: EmailAddress, _ user: UserID) -> CommandFailure {
        CommandFailure(
            code: "has_account",
            message: LocalizedText(
                en: "\(email) has an account already, or is kept for one: \(user). Nobody was invited.",
                es: "\(email) ya tiene una cuenta, o se guarda para una: \(user). No se invitó a nadie."),
            hint: LocalizedText(
                en: "essentiald accounts show says how it stands.", es: "essentiald accounts show dice cómo está."))
    }

    // MARK: List

    private static let limit = Parameter<Int>.option(
        "limit", short: "n", .integer(in: 1...1_000), default: 50,
        summary: LocalizedText(en: "How many are shown at most", es: "Cuántas se muestran como máximo"))
    private static let after = Parameter<UUID?>.optional(
        "after", .uuid,
        summary: LocalizedText(
            en: "Go on behind the invitation with this identifier",
            es: "Sigue tras la invitación con este identificador"))

    private struct Item: Encodable, Sendable {
        let invitation: UserID
        let email: String
        let invitedAt: Date
        let expiresAt: Date
        let letterWritten: Bool

        init(_ row: InvitationRow) {
            invitation = row.id
            email = "\(row.email)"
            invitedAt = row.invitedAt
            expiresAt = row.expiresAt
            letterWritten = row.hasLetter
        }
    }

    private struct Report: Encodable, Sendable {
        let invitations: [Item]
        /// What `--after` takes for the next page; nil behind the last one.
        let next: UserID?
    }

    private var list: Command {
        Command(
            "accounts invitations",
            summary: LocalizedText(
                en: "Show who is invited and hasn't come yet, the oldest first",
                es: "Muestra a quién se invitó y aún no ha venido, primero lo más antiguo"),
            examples: [
                CommandExample(
                    "essentiald accounts invitations", LocalizedText(en: "until when", es: "hasta cuándo"))
            ],
            parameters: [Self.limit, Self.after]
        ) { invocation, _ throws(CommandFailure) in
            let limit = invocation[Self.limit], last = invocation[Self.after].map { UserID($0) }
            return try await access.withData(InvitationTable.migrations) { data in
                let now = data.now()
                let page = try await data.database.read { db in
                    try InvitationTable.page(after: last, limit: limit, at: now, in: db)
                }
                guard let page else {
                    throw CommandFailure(
                        code: "invitation_not_found",
                        message: LocalizedText(
                            en: "There is no invitation with this identifier to go on behind.",
                            es: "No hay ninguna invitación con ese identificador tras la que seguir."))
                }
                return Self.report(page.rows, next: page.hasMore ? page.rows.last?.id : nil, at: now)
            }
        }
    }

    private static func report(_ rows: [InvitationRow], next: UserID?, at now: Date) -> CommandOutput {
        let report = Report(invitations: rows.map { Item($0) }, next: next)
        guard !rows.isEmpty else {
            return CommandOutput(
                json: report,
                .line(LocalizedText(en: "Nobody is invited.", es: "No hay nadie con invitación."), .faint))
        }
        let columns = [
            Table.Column(LocalizedText(en: "address", es: "dirección"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "invited", es: "desde")),
            Table.Column(LocalizedText(en: "until", es: "hasta")),
            Table.Column(LocalizedText(en: "letter", es: "mensaje")),
            Table.Column.identifiers(LocalizedText(en: "identifier", es: "identificador")),
        ]
        let cells = rows.map { row in
            [
                StyledText(verbatim: "\(row.email)"), StyledText(.since(row.invitedAt, at: now)),
                StyledText(.moment(row.expiresAt)),
                StyledText(
                    row.hasLetter
                        ? LocalizedText(en: "written", es: "escrito") : LocalizedText(en: "to come", es: "pendiente")),
                StyledText(verbatim: "\(row.id)", .faint),
            ]
        }
        var text: [OutputBlock] = [.table(Table(columns: columns, rows: cells))]
        if let next {
            text.append(
                .line(LocalizedText(en: "There are more: --after \(next)", es: "Hay más: --after \(next)"), .faint))
        }
        return CommandOutput(json: report, text: text)
    }

    // MARK: Uninvite

    private struct Withdrawn: Encodable, Sendable {
        let email: String
        let changed: Bool
    }

    private var uninvite: Command {
        Command(
            "accounts uninvite",
            summary: LocalizedText(
                en: "Take back an invitation that nobody used", es: "Anula una invitación que nadie ha usado"),
            discussion: LocalizedText(
                en: "Its link is good no more, at once. Who made an account by it keeps that.",
                es: "Su enlace deja de valer al momento. Quien ya creó una cuenta con él la conserva."),
            examples: [
                CommandExample(
                    "essentiald accounts uninvite ana@example.com", LocalizedText(en: "at once", es: "al momento"))
            ],
            parameters: [Self.email]
        ) { invocation, _ throws(CommandFailure) in
            guard let email = EmailAddress(kept: invocation[Self.email]) else { throw Self.noAddress }
            return try await access.withData(InvitationTable.migrations) { data in
                let isChanged = try await data.database.write { db in
                    guard let row = try InvitationTable.find(email, in: db) else { return false }
                    try InvitationTable.remove(email, in: db)
                    try data.record(.invitationWithdrawn, to: row.id, in: db)
                    return true
                }
                let text =
                    isChanged
                    ? LocalizedText(
                        en: "\(email) isn't invited any more. The link in the letter is good for nothing.",
                        es: "\(email) ya no tiene invitación. El enlace del mensaje ya no vale.")
                    : LocalizedText(
                        en: "\(email) isn't invited. Nothing was changed.",
                        es: "\(email) no tiene ninguna invitación. No se cambió nada.")
                return CommandOutput(
                    json: Withdrawn(email: "\(email)", changed: isChanged), .line(text, isChanged ? .success : .faint))
            }
        }
    }

    /// Opens the data with what knows who has an address, or for whom it is kept.
    private func withOwners(
        _ body:
            @escaping @Sendable (
                ServerData, @escaping @Sendable (EmailAddress, any SQLReading) throws -> UserID?
            ) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let declared = try access.declarations()
        let finder = declared.values(of: AccountFinders.self).first
        let keepers = declared.values(of: AddressKeepers.self)
        let migrations = InvitationTable.migrations + (finder?.migrations ?? []) + keepers.flatMap(\.migrations)
        return try await access.withData(migrations) { data in
            let now = data.now()
            return try await body(data) { email, db in
                if let user = try finder?.accountAt(email, db) { return user.id }
                for keeper in keepers {
                    if let id = try keeper.keeper(of: AccountAddress(email), at: now, in: db) { return id }
                }
                return nil
            }
        }
    }
}
