import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people that a way into their account was added or taken away: by letter and on
/// their devices, in the transaction that does so.
struct LinkLetters: Sendable {
    let mail: any MailSending
    let accounts: any AccountReadingInTransaction
    let events: any SecurityEventRecording
    /// How people call a provider.
    let title: @Sendable (String) -> String

    /// - Parameter change: What became of the way; nil for nothing.
    func enqueue(
        _ template: MailTemplate, of change: WayChange?, about provider: String, to user: UserID, at now: Date,
        in db: any SQLWriting
    ) throws {
        guard let user = try accounts.account(user, in: db) else { return }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: template,
                values: ["provider": title(provider)], texts: ["time": .momentInUTC(now)]), in: db)
        guard let change else { return }
        try events.record(.wayInChanged(.provider(title(provider)), change), of: user.id, in: db)
    }
}

extension MailTemplate {
    /// A provider is a way in from now on.
    static let providerLinked = MailTemplate(
        "provider-linked",
        subject: LocalizedText(en: "{product}: a new way in", es: "{product}: una nueva forma de entrar"),
        text: LocalizedText(
            en: """
                {hello}

                From now on one can also log in to your account at {product} with {provider}:

                    {time}

                Wasn't it you? Then somebody is logged in to your account: choose another
                password, end all other sessions, and unlink {provider} on the page of the
                ways into your account.
                """,
            es: """
                {hello}

                Desde ahora también se puede iniciar sesión en tu cuenta de {product} con {provider}:

                    {time}

                ¿No fuiste tú? Entonces alguien usa tu cuenta: elige otra contraseña, termina
                todas las demás sesiones y desvincula {provider} en la página de las formas de
                entrar en tu cuenta.
                """))

    /// A provider is no way in any more.
    static let providerUnlinked = MailTemplate(
        "provider-unlinked",
        subject: LocalizedText(en: "{product}: a way in less", es: "{product}: una forma de entrar menos"),
        text: LocalizedText(
            en: """
                {hello}

                Nobody logs in to your account at {product} with {provider} any more. The
                sessions that began that way are over, but for the one that unlinked it:

                    {time}

                Wasn't it you? Then somebody is logged in to your account: choose another
                password, and end all other sessions.
                """,
            es: """
                {hello}

                Ya nadie inicia sesión en tu cuenta de {product} con {provider}. Las sesiones
                que empezaron así han terminado, salvo la que lo desvinculó:

                    {time}

                ¿No fuiste tú? Entonces alguien usa tu cuenta: elige otra contraseña y termina
                todas las demás sesiones.
                """))
}
