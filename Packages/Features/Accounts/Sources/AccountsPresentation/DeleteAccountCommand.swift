import AccountsAPI
import ConsoleAPI
import CoreModels
import FoundationEssentials
import Localization
import Presenting
import SessionsAPI
import SessionsPresentationAPI

/// `account delete`: the account goes, after some days in which a login takes it back.
struct DeleteAccountCommand: Sendable {
    let deleting: any AccountDeleting
    let sessions: any SessionStoring
    let stepUp: StepUp

    private static let confirmed = Parameter.flag(
        "yes", summary: LocalizedText(en: "Don't ask whether you mean it", es: "No preguntar si va en serio"))

    var command: Command {
        Command(
            "account delete",
            summary: LocalizedText(en: "Delete your account", es: "Elimina tu cuenta"),
            discussion: LocalizedText(
                en:
                    "You are logged out everywhere at once, and this device forgets what it has of you, also what waits to "
                    + "be sent. Logging in takes it back for a week at least; the message to your address names the day. Then "
                    + "your pictures go, with what others wrote about them, your comments and all else.",
                es:
                    "Se cierran al momento todas tus sesiones y este dispositivo olvida lo que tiene de ti, también lo que "
                    + "espera para enviarse. Iniciar sesión lo anula durante una semana al menos; el mensaje a tu dirección "
                    + "dice el día. "
                    + "Después desaparecen tus imágenes, con lo que otros escribieron sobre ellas, tus comentarios y todo "
                    + "lo demás."),
            group: .account,
            examples: [
                CommandExample(
                    "essential account delete", LocalizedText(en: "after a question", es: "tras una pregunta"))
            ],
            parameters: [Self.confirmed] + StepUp.parameters
        ) { invocation, terminal throws(CommandFailure) in
            let person = try await person()
            guard try await terminal.agreement(to: Self.confirmed, of: invocation, asking: Self.question(person)) else {
                return CommandOutput(
                    json: Deleted(dueAt: nil),
                    .line(LocalizedText(en: "Nothing was deleted.", es: "No se eliminó nada.")))
            }
            let due = try await delete(person, invocation, terminal)
            return CommandOutput(json: Deleted(dueAt: due), .line(Self.done(.moment(due)), .success))
        }
    }

    /// Who is asked: if somebody else logs in here before they answer, nothing is done in their name.
    private func person() async throws(CommandFailure) -> User {
        switch await sessions.load() {
        case .present(let session): return session.user
        case .absent: throw CommandFailure(presenting: AccountDeletionError.failed(.notLoggedIn))
        case .unavailable(let error):
            throw CommandFailure(presenting: AccountDeletionError.failed(.impossible(Obstacle(error))))
        }
    }

    /// The person proves once who they are, if that takes it.
    private func delete(
        _ person: User, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> Date {
        var isProved = try await stepUp.check(invocation, on: terminal)
        while true {
            do throws(AccountDeletionError) {
                return try await deleting.deleteAccount(of: person.id)
            } catch {
                guard error == .notRecent, !isProved else { throw CommandFailure(presenting: error) }
                try await stepUp.prove(after: error, invocation, on: terminal)
                isProved = true
            }
        }
    }

    private static func question(_ person: User) -> LocalizedText {
        LocalizedText(
            en:
                "Delete your account, \(person.email), with your pictures and comments? For a week at least, logging in "
                + "takes it back.",
            es:
                "¿Eliminar tu cuenta, \(person.email), con tus imágenes y comentarios? Durante una semana al menos, iniciar "
                + "sesión lo anula.")
    }

    private static func done(_ moment: LocalizedText) -> LocalizedText {
        LocalizedText(
            en: "Your account will be gone: \(moment.english). Logging in before takes it back. You are logged out "
                + "everywhere, and nothing of yours is left on this device.",
            es: "Tu cuenta dejará de existir: \(moment.spanish). Iniciar sesión antes lo anula. Se cerraron todas tus "
                + "sesiones y en este dispositivo no queda nada tuyo.")
    }

    private struct Deleted: Encodable, Sendable {
        let dueAt: Date?
    }
}
