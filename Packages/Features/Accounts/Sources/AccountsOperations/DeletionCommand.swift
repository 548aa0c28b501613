import AccountsService
import AccountsServiceAPI
import ConfigurationAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI

/// `essentiald accounts delete`: for who can't do it themself, and for whom nobody wants there.
struct DeletionCommand: Sendable {
    let access: any ServerDataAccess

    var all: [Command] { [delete] }

    private struct Done: Encodable, Sendable {
        let user: UserID
        let changed: Bool
        let deletionDueAt: Date?
        var endedSessions: Int?
        /// The address by which the account was found, if it has another one now.
        var formerEmail: String?
    }

    private var delete: Command {
        Command(
            "accounts delete",
            summary: LocalizedText(
                en: "Suspend somebody, and delete the account after some days",
                es: "Suspende a alguien y elimina la cuenta pasados unos días"),
            discussion: LocalizedText(
                en:
                    "All sessions end at once, nobody gets in, and the person gets a message. After accounts.deletion_grace a "
                    + "running server deletes the account with its pictures, what others wrote about them, and its comments; "
                    + "until then accounts release takes it back. Backups from before have it until you remove them.",
                es:
                    "Todas las sesiones terminan al momento, nadie entra y la persona recibe un mensaje. Pasado "
                    + "accounts.deletion_grace, un servidor en marcha elimina la cuenta con sus imágenes, lo que otros "
                    + "escribieron sobre ellas y sus comentarios; hasta entonces accounts release lo anula. Las copias de "
                    + "seguridad anteriores la tienen hasta que las borres."),
            examples: [
                CommandExample(
                    "essentiald accounts delete ana@example.com --reason \"As you asked by letter\"",
                    LocalizedText(en: "with what the person is told", es: "con lo que se le dice a la persona"))
            ],
            parameters: [OperatorParameters.person, SuspensionCommands.reason]
        ) { invocation, _ throws(CommandFailure) in
            let typed = invocation[OperatorParameters.person], reason = invocation[SuspensionCommands.reason]
            let grace = try access.configuration()[AccountDeletionPlugin.grace]
            let followers = try access.declarations().values(of: OperatorActFollowers.self)
            return try await access.withAccounts(followers.flatMap(\.migrations)) { data, desk in
                let orders = AccountOrders(followers: followers, now: data.now())
                return try await data.database.write { db in
                    guard let found = try desk.accounts.account(called: typed, in: db) else {
                        throw CommandFailure.accountNotFound
                    }
                    let ordered = try orders.delete(found.user, because: reason, after: grace, in: db)
                    let due = try ordered?.due ?? AccountList.item(of: found.user, in: db).deletion?.dueAt
                    return CommandOutput(
                        json: Done(
                            user: found.user.id, changed: ordered != nil, deletionDueAt: due,
                            endedSessions: ordered?.ended,
                            formerEmail: found.isFoundByKept ? found.kept.map { "\($0.email)" } : nil),
                        text: (found.reason.map { [.line(StyledText($0))] } ?? [])
                            + [.line(Self.text(found.user, ordered), ordered == nil ? .faint : .success)])
                }
            }
        }
    }

    private static func text(_ user: User, _ ordered: (due: Date, ended: Int)?) -> LocalizedText {
        guard let ordered else {
            return LocalizedText(
                en: "\(user.email) is being deleted already. Nothing was changed.",
                es: "\(user.email) ya se está eliminando. No se cambió nada.")
        }
        let due = LocalizedText.moment(ordered.due)
        return LocalizedText(
            en:
                "\(user.email) is suspended, and gone at \(due.english), unless you release the account before. Sessions "
                + "that ended: \(ordered.ended). A running server writes to the person within a minute.",
            es:
                "\(user.email) está suspendida y dejará de existir en este momento, si no levantas antes la suspensión: "
                + "\(due.spanish). Sesiones terminadas: \(ordered.ended). Un servidor en marcha escribe a la persona en un "
                + "minuto.")
    }
}
