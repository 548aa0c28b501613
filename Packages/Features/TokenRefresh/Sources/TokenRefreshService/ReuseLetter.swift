import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI

/// Writes to somebody whose sessions were all ended because an old token of
/// theirs was used again.
///
/// The letter is part of the transaction that ends the sessions. Each needs a
/// session that ran until then, so nobody is flooded.
struct ReuseLetter: SessionObserving {
    let accounts: any AccountReadingInTransaction
    let mail: any MailSending
    /// What people can do: the letter names no other way.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    let now: @Sendable () -> Date

    func record(_ event: SessionEvent, in transaction: any SQLWriting) throws {
        guard case .ended(let sessions, of: let id, because: .reuse) = event,
            let user = try accounts.account(id, in: transaction),
            // RFC 2606, section 2: nothing arrives there.
            !user.email.canonical.hasSuffix(".invalid")
        else { return }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: .tokenReused(offering: offered()),
                values: [
                    "sessions": String(sessions.count),
                    "log_in": ways.way(to: .logIn, or: "essential login"),
                    "change_password": ways.way(to: .changePassword, or: "essential password"),
                    "recover": ways.way(to: .recover, or: "essential recover"),
                ], texts: ["time": .momentInUTC(now())]),
            in: transaction)
    }
}

extension MailTemplate {
    /// An old token was used again: all sessions were ended.
    ///
    /// - Parameter steps: What people can do.
    static func tokenReused(offering steps: [NextStep]) -> MailTemplate {
        let ways = ways(steps)
        return MailTemplate(
            "token-reused",
            subject: LocalizedText(
                en: "{product}: you were logged out everywhere", es: "{product}: se cerró tu sesión en todas partes"),
            text: LocalizedText(
                en: """
                    {hello}

                    An old key to one of your sessions at {product} was used a second time. That
                    happens when somebody has a copy of it, from a device or from a backup. To be safe, all
                    your sessions were ended:

                        {time} (sessions: {sessions})

                    Nothing else was changed. \(ways.english)
                    """,
                es: """
                    {hello}

                    Una clave antigua de una de tus sesiones de {product} se usó por segunda vez.
                    Eso ocurre cuando alguien tiene una copia, de un dispositivo o de una copia de seguridad.
                    Por seguridad, se cerraron todas tus sesiones:

                        {time} (sesiones: {sessions})

                    No cambió nada más. \(ways.spanish)
                    """))
    }

    private static func ways(_ steps: [NextStep]) -> LocalizedText {
        let other = steps.contains(.changePassword) ? "change_password" : steps.contains(.recover) ? "recover" : nil
        guard let other else {
            return LocalizedText(
                en: "Log in again on your devices:\n\n    {log_in}",
                es: "Vuelve a iniciar sesión en tus dispositivos:\n\n    {log_in}")
        }
        return LocalizedText(
            en: """
                Log in again on your devices, and choose another
                password if you don't know where the copy came from:

                    {log_in}

                    {\(other)}
                """,
            es: """
                Vuelve a iniciar sesión en tus dispositivos y elige otra
                contraseña si no sabes de dónde salió la copia:

                    {log_in}

                    {\(other)}
                """)
    }
}
