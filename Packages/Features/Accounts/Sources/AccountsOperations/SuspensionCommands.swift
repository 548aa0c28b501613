import AccountsService
import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import SessionsServiceAPI

/// `essentiald accounts suspend`, `release`, `verify` and `log-out`: what operators do
/// for accounts; a server that runs does by it within a second.
struct SuspensionCommands: Sendable {
    let access: any ServerDataAccess

    var all: [Command] { [suspend, release, verify, logOut] }

    static let reason = Parameter<String?>.optional(
        "reason", .reason,
        summary: LocalizedText(
            en: "Why, as the person reads it in the message", es: "El motivo, como lo lee la persona en el mensaje"))

    private var suspend: Command {
        Command(
            "accounts suspend",
            summary: LocalizedText(
                en: "Keep somebody out until the account is released",
                es: "Deja fuera a alguien hasta que se levante la suspensión"),
            discussion: LocalizedText(
                en:
                    "All sessions end at once, and the person gets a message. Nothing is deleted: pictures and comments "
                    + "stay, and feed hide takes single pictures out. An account that has another address lately is found "
                    + "by the one before as well, and the message goes to both.",
                es:
                    "Todas las sesiones terminan al momento y la persona recibe un mensaje. No se borra nada: las imágenes "
                    + "y los comentarios siguen ahí, y feed hide quita imágenes sueltas. Una cuenta que cambió de dirección "
                    + "hace poco se encuentra también por la anterior, y el mensaje va a las dos."),
            examples: [
                CommandExample(
                    "essentiald accounts suspend ana@example.com --reason \"Advertising in comments\"",
                    LocalizedText(en: "with what the person is told", es: "con lo que se le dice a la persona"))
            ],
            parameters: [OperatorParameters.person, Self.reason]
        ) { invocation, _ throws(CommandFailure) in
            let reason = invocation[Self.reason]
            return try await order(invocation) { orders, found, db in
                let user = found.user
                guard let ended = try orders.suspend(user, because: reason, in: db) else {
                    return Self.output(
                        found, isChanged: false, Self.nothing(user, "is suspended already", "ya está suspendida"))
                }
                return Self.output(
                    found, isChanged: true, ended: ended,
                    LocalizedText(
                        en: "\(user.email) is suspended. Sessions that ended: \(ended). A running server writes to the "
                            + "person within a minute.",
                        es:
                            "\(user.email) está suspendida. Sesiones terminadas: \(ended). Un servidor en marcha escribe "
                            + "a la persona en un minuto."))
            }
        }
    }

    private var release: Command {
        Command(
            "accounts release",
            summary: LocalizedText(
                en: "Let somebody in again whose account is suspended",
                es: "Vuelve a dejar entrar a alguien con la cuenta suspendida"),
            discussion: LocalizedText(
                en: "The person gets a message, and logs in as before.",
                es: "La persona recibe un mensaje e inicia sesión como antes."),
            examples: [
                CommandExample(
                    "essentiald accounts release ana@example.com", LocalizedText(en: "at once", es: "al momento"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            try await order(invocation) { orders, found, db in
                let user = found.user
                guard try orders.release(user, in: db) else {
                    return Self.output(
                        found, isChanged: false, Self.nothing(user, "isn't suspended", "no está suspendida"))
                }
                let deletion = try AccountList.item(of: user, in: db).deletion
                return Self.output(found, isChanged: true, Self.released(user, closing: deletion?.dueAt))
            }
        }
    }

    /// - Parameter due: When the account is deleted; nil for never.
    private static func released(_ user: User, closing due: Date?) -> LocalizedText {
        let released = LocalizedText(
            en: "\(user.email) isn't suspended any more. A running server writes to the person within a minute.",
            es: "\(user.email) ya no está suspendida. Un servidor en marcha escribe a la persona en un minuto.")
        guard let due else { return released }
        let moment = LocalizedText.moment(due)
        return LocalizedText(
            en: released.english + " The person had asked for its deletion: it is gone at \(moment.english), unless "
                + "they log in before.",
            es: released.spanish
                + " La persona había pedido eliminarla: dejará de existir en este momento, si no inicia "
                + "sesión antes: \(moment.spanish).")
    }

    private var verify: Command {
        Command(
            "accounts verify",
            summary: LocalizedText(en: "Take an address as proved", es: "Da una dirección por confirmada"),
            discussion: LocalizedText(
                en:
                    "Be sure whose address it is: messages that set passwords go there. A second factor, passkeys and links "
                    + "with providers that the account has already go, but for its oldest link.",
                es: "Asegúrate de quién es la dirección: a ella van los mensajes que cambian contraseñas. El segundo "
                    + "factor, las llaves de acceso y las cuentas de otros sitios que ya tiene se quitan, salvo la más "
                    + "antigua de estas."),
            examples: [
                CommandExample(
                    "essentiald accounts verify ana@example.com",
                    LocalizedText(en: "where no message arrives", es: "si no llega ningún mensaje"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            try await order(invocation) { orders, found, db in
                let user = found.user
                guard try orders.verify(user, in: db) else {
                    return Self.output(
                        found, isChanged: false, Self.nothing(user, "is proved already", "ya está confirmada"))
                }
                return Self.output(
                    found, isChanged: true,
                    LocalizedText(
                        en: "\(user.email) counts as proved, on all devices.",
                        es: "\(user.email) cuenta como confirmada, en todos los dispositivos."))
            }
        }
    }

    private var logOut: Command {
        Command(
            "accounts log-out",
            summary: LocalizedText(en: "End all sessions of somebody", es: "Cierra todas las sesiones de alguien"),
            discussion: LocalizedText(
                en: "The person may log in again. Where somebody else knows the password, suspend the account.",
                es: "La persona puede volver a iniciar sesión. Si otra conoce la contraseña, suspende la cuenta."),
            examples: [
                CommandExample(
                    "essentiald accounts log-out ana@example.com",
                    LocalizedText(en: "on all devices", es: "en todos los dispositivos"))
            ],
            parameters: [OperatorParameters.person]
        ) { invocation, _ throws(CommandFailure) in
            try await order(invocation) { orders, found, db in
                let user = found.user
                let ended = try orders.logOut(user, in: db)
                return Self.output(
                    found, isChanged: ended > 0, ended: ended,
                    LocalizedText(en: "Sessions that ended: \(ended)", es: "Sesiones terminadas: \(ended)"))
            }
        }
    }

    // MARK: What they have in common

    private func order(
        _ invocation: Invocation,
        _ body: @escaping @Sendable (AccountOrders, AccountLookup.Found, any SQLWriting) throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        let typed = invocation[OperatorParameters.person]
        let followers = try access.declarations().values(of: OperatorActFollowers.self)
        return try await access.withAccounts(followers.flatMap(\.migrations)) { data, desk in
            let orders = AccountOrders(followers: followers, now: data.now())
            return try await data.database.write { db in
                guard let found = try desk.accounts.account(called: typed, in: db) else {
                    throw CommandFailure.accountNotFound
                }
                return try body(orders, found, db)
            }
        }
    }

    private struct Done: Encodable, Sendable {
        let user: UserID
        let changed: Bool
        var endedSessions: Int?
        /// The address by which the account was found, if it has another one now.
        var formerEmail: String?
    }

    private static func output(
        _ found: AccountLookup.Found, isChanged: Bool, ended: Int? = nil, _ text: LocalizedText
    ) -> CommandOutput {
        let former = found.isFoundByKept ? found.kept.map { "\($0.email)" } : nil
        return CommandOutput(
            json: Done(user: found.user.id, changed: isChanged, endedSessions: ended, formerEmail: former),
            text: (found.reason.map { [.line(StyledText($0))] } ?? [])
                + [.line(StyledText(text, isChanged ? .success : .faint))])
    }

    private static func nothing(_ user: User, _ english: String, _ spanish: String) -> LocalizedText {
        LocalizedText(
            en: "\(user.email) \(english). Nothing was changed.", es: "\(user.email) \(spanish). No se cambió nada.")
    }
}

extension AccountLookup.Found {
    /// Why an account was found that has another address now; nil if it has the one that
    /// was typed.
    var reason: LocalizedText? {
        guard isFoundByKept, let kept else { return nil }
        let end = LocalizedText.moment(kept.end)
        return LocalizedText(
            en: "\(kept.email) is kept for an account that has another address now, \(user.email): whoever reads there "
                + "can undo that until \(end.english).",
            es: "\(kept.email) se guarda para una cuenta que ahora tiene otra dirección, \(user.email): quien lee allí "
                + "puede deshacerlo hasta \(end.spanish).")
    }
}

extension CommandFailure {
    static let accountNotFound = CommandFailure(
        code: "account_not_found",
        message: LocalizedText(
            en: "There is no account with this address or identifier. Nothing was changed.",
            es: "No hay ninguna cuenta con esta dirección o este identificador. No se cambió nada."))
}

extension ValueFormat where Value == String {
    /// A line that fits into a message.
    fileprivate static var reason: ValueFormat {
        ValueFormat(
            placeholder: LocalizedText(en: "TEXT", es: "TEXTO"),
            expectation: LocalizedText(
                en: "a line of at most 500 characters", es: "una línea de 500 caracteres como máximo")
        ) { text in
            let scalars = text.unicodeScalars
            let isLine = !scalars.contains {
                [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
            }
            return isLine && (1...500).contains(scalars.count) && !text.allSatisfy(\.isWhitespace) ? text : nil
        }
    }
}
