import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization
import MailAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people what happened to their passkeys: by letter and on their devices, in the
/// transaction in which it does.
struct PasskeyLetters: Sendable {
    let mail: any MailSending
    let accounts: any AccountReadingInTransaction
    let events: any SecurityEventRecording
    /// What people can do, from `OfferedSteps`.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays

    /// What a letter is about.
    enum Subject: Sendable {
        /// From where it was done.
        case added(from: IPAddress)
        case removed(from: IPAddress)
        case copied
        /// By whoever reads the mail of the address.
        case notKept

        fileprivate var change: WayChange {
            switch self {
            case .added: .added
            case .removed, .notKept: .removed
            case .copied: .copied
            }
        }
    }

    func enqueue(_ subject: Subject, to user: UserID, at now: Date, in db: any SQLWriting) throws {
        guard let user = try accounts.account(user, in: db) else { return }
        let steps = offered()
        var values = ["recover": ways.way(to: .recover, or: "essential recover")]
        let template: MailTemplate
        switch subject {
        case .added(let address):
            template = .passkeyAdded(offering: steps)
            values["from"] = address.description
        case .removed(let address):
            template = .passkeyRemoved(offering: steps)
            values["from"] = address.description
        case .copied: template = .passkeyCopied
        case .notKept: template = .passkeysNotKept(offering: steps)
        }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: template, values: values,
                texts: ["time": .momentInUTC(now)]), in: db)
        try events.record(.wayInChanged(.passkey, subject.change), of: user.id, in: db)
    }
}

extension MailTemplate {
    /// All that the plugin sends, as where passwords are chosen by mail.
    static let passkeys = [
        passkeyAdded(offering: [.recover]), passkeyRemoved(offering: [.recover]), passkeyCopied,
        passkeysNotKept(offering: [.recover]),
    ]

    /// A passkey is a way in from now on.
    static func passkeyAdded(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "passkey-added",
            subject: LocalizedText(en: "{product}: a new passkey", es: "{product}: una nueva llave de acceso"),
            text: LocalizedText(
                en: """
                    {hello}

                    From now on one can also log in to your account at {product} with a passkey that
                    was made just now, from the network address below:

                        {time}
                        {from}

                    \(advice.english)

                    Then log in, and remove the passkey on the page of your passkeys: until then it
                    lets in whoever has it.
                    """,
                es: """
                    {hello}

                    Desde ahora también se puede iniciar sesión en tu cuenta de {product} con una
                    llave de acceso que se acaba de crear, desde la dirección de red de abajo:

                        {time}
                        {from}

                    \(advice.spanish)

                    Después inicia sesión y quita la llave en la página de tus llaves de acceso:
                    hasta entonces deja entrar a quien la tenga.
                    """))
    }

    /// Whoever reads the mail of the address has the account, and may be another one than made
    /// passkeys for it.
    static func passkeysNotKept(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "passkeys-not-kept",
            subject: LocalizedText(
                en: "{product}: passkeys were removed", es: "{product}: se quitaron llaves de acceso"),
            text: LocalizedText(
                en: """
                    {hello}

                    Your account at {product} was confirmed, or given a new password, by the mail of
                    this address. In case somebody else had been in it, passkeys that were made
                    before the address was confirmed, or in the 30 days before the new password,
                    were removed, and nobody logs in with them any more:

                        {time}

                    Were they yours? Then log in, and make them again on the page of your passkeys.
                    If there are older ones, see there whether all of them are yours.

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Tu cuenta de {product} se confirmó, o recibió una contraseña nueva, por el correo
                    de esta dirección. Por si otra persona había estado en ella, se quitaron las
                    llaves de acceso creadas antes de confirmar la dirección, o en los 30 días
                    anteriores a la contraseña nueva, y ya nadie inicia sesión con ellas:

                        {time}

                    ¿Eran tuyas? Entonces inicia sesión y vuelve a crearlas en la página de tus llaves
                    de acceso. Si hay otras más antiguas, mira allí si todas son tuyas.

                    \(advice.spanish)
                    """))
    }

    /// A passkey is no way in any more.
    static func passkeyRemoved(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "passkey-removed",
            subject: LocalizedText(en: "{product}: a passkey less", es: "{product}: una llave de acceso menos"),
            text: LocalizedText(
                en: """
                    {hello}

                    A passkey of your account at {product} was removed from the network address
                    below, and nobody logs in with it any more. The sessions that began with it are
                    over, but for the one that removed it:

                        {time}
                        {from}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Se quitó una llave de acceso de tu cuenta de {product} desde la dirección de red
                    de abajo, y ya nadie inicia sesión con ella. Las sesiones que empezaron con ella
                    han terminado, salvo la que la quitó:

                        {time}
                        {from}

                    \(advice.spanish)
                    """))
    }

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
