import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people what happened to their passkeys: by letter and on their devices, in the
/// transaction in which it does.
struct PasskeyLetters: Sendable {
    let mail: any MailSending
    let accounts: any AccountReadingInTransaction
    let events: any SecurityEventRecording

    func enqueue(
        _ template: MailTemplate, of change: WayChange, to user: UserID, at now: Date, in db: any SQLWriting
    ) throws {
        guard let user = try accounts.account(user, in: db) else { return }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: template,
                texts: ["time": .momentInUTC(now)]), in: db)
        try events.record(.wayInChanged(.passkey, change), of: user.id, in: db)
    }
}

extension MailTemplate {
    /// A passkey is a way in from now on.
    static let passkeyAdded = MailTemplate(
        "passkey-added",
        subject: LocalizedText(en: "{product}: a new passkey", es: "{product}: una nueva llave de acceso"),
        text: LocalizedText(
            en: """
                {hello}

                From now on one can also log in to your account at {product} with a passkey that
                was made just now:

                    {time}

                Wasn't it you? Then somebody is logged in to your account: choose another
                password, end all other sessions, and remove the passkey on the page of your
                passkeys.
                """,
            es: """
                {hello}

                Desde ahora también se puede iniciar sesión en tu cuenta de {product} con una
                llave de acceso que se acaba de crear:

                    {time}

                ¿No fuiste tú? Entonces alguien usa tu cuenta: elige otra contraseña, termina
                todas las demás sesiones y quita la llave en la página de tus llaves de acceso.
                """))

    /// A passkey is no way in any more.
    static let passkeyRemoved = MailTemplate(
        "passkey-removed",
        subject: LocalizedText(en: "{product}: a passkey less", es: "{product}: una llave de acceso menos"),
        text: LocalizedText(
            en: """
                {hello}

                A passkey of your account at {product} was removed, and nobody logs in with it
                any more. The sessions that began with it are over, but for the one that removed
                it:

                    {time}

                Wasn't it you? Then somebody is logged in to your account: choose another
                password, and end all other sessions.
                """,
            es: """
                {hello}

                Se quitó una llave de acceso de tu cuenta de {product}, y ya nadie inicia sesión
                con ella. Las sesiones que empezaron con ella han terminado, salvo la que la
                quitó:

                    {time}

                ¿No fuiste tú? Entonces alguien usa tu cuenta: elige otra contraseña y termina
                todas las demás sesiones.
                """))

    /// Something answered as an older copy of a passkey would.
    static let passkeyCopied = MailTemplate(
        "passkey-copied",
        subject: LocalizedText(
            en: "{product}: there may be a copy of a passkey",
            es: "{product}: puede haber una copia de una llave de acceso"),
        text: LocalizedText(
            en: """
                {hello}

                Somebody tried to log in to your account at {product} with a passkey that had
                counted fewer uses than yours, as a copy of it would. Nobody was let in:

                    {time}

                That passkey lets nobody in any more. Log in another way, remove it on the page
                of your passkeys, and make a new one.
                """,
            es: """
                {hello}

                Alguien intentó iniciar sesión en tu cuenta de {product} con una llave de acceso
                que había contado menos usos que la tuya, como lo haría una copia. No entró
                nadie:

                    {time}

                Esa llave ya no deja entrar a nadie. Inicia sesión de otra forma, quítala en la
                página de tus llaves de acceso y crea otra.
                """))
}
