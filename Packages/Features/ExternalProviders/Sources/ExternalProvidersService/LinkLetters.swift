import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization
import MailAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people that a way into their account was added or taken away: by letter and on
/// their devices, in the transaction that does so.
struct LinkLetters: Sendable {
    let mail: any MailSending
    let accounts: any AccountReadingInTransaction
    let events: any SecurityEventRecording
    /// What people can do, from `OfferedSteps`.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    /// How people call a provider.
    let title: @Sendable (String) -> String

    /// What somebody did who is logged in.
    enum Act: Sendable {
        case linked, unlinked
    }

    /// Tells what somebody did, and from where.
    func enqueue(
        _ act: Act, from address: IPAddress, about provider: String, to user: UserID, at now: Date,
        in db: any SQLWriting
    ) throws {
        let steps = offered()
        let (template, change): (MailTemplate, WayChange) =
            switch act {
            case .linked: (.providerLinked(offering: steps), .added)
            case .unlinked: (.providerUnlinked(offering: steps), .removed)
            }
        let values = ["from": address.description, "recover": ways.way(to: .recover, or: "essential recover")]
        try enqueue(template, of: change, about: provider, to: user, at: now, values, in: db)
    }

    /// Tells that a link didn't outlive that somebody came by the mail of the address.
    func enqueueNotKept(_ provider: String, to user: UserID, at now: Date, in db: any SQLWriting) throws {
        try enqueue(
            .providerNotKept(offering: offered()), of: .removed, about: provider, to: user, at: now,
            ["recover": ways.way(to: .recover, or: "essential recover")], in: db)
    }

    /// Tells what the provider did.
    ///
    /// - Parameter change: What became of the way; nil for nothing.
    func enqueue(
        _ template: MailTemplate, of change: WayChange?, about provider: String, to user: UserID, at now: Date,
        _ more: [String: String] = [:], in db: any SQLWriting
    ) throws {
        guard let user = try accounts.account(user, in: db) else { return }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: template,
                values: more.merging(["provider": title(provider)]) { _, own in own },
                texts: ["time": .momentInUTC(now)]), in: db)
        guard let change else { return }
        try events.record(.wayInChanged(.provider(title(provider)), change), of: user.id, in: db)
    }
}

extension MailTemplate {
    /// What people are told of what was done here, as where passwords are chosen by mail.
    static let links = [
        providerLinked(offering: [.recover]), providerUnlinked(offering: [.recover]),
        providerNotKept(offering: [.recover]),
    ]

    /// A provider is a way in from now on.
    static func providerLinked(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "provider-linked",
            subject: LocalizedText(en: "{product}: a new way in", es: "{product}: una nueva forma de entrar"),
            text: LocalizedText(
                en: """
                    {hello}

                    From now on one can also log in to your account at {product} with {provider}. It
                    was linked from the network address below:

                        {time}
                        {from}

                    \(advice.english)

                    Then log in, and unlink {provider} on the page of the ways into your account:
                    until then it lets in whoever linked it.
                    """,
                es: """
                    {hello}

                    Desde ahora también se puede iniciar sesión en tu cuenta de {product} con {provider}.
                    Se vinculó desde la dirección de red de abajo:

                        {time}
                        {from}

                    \(advice.spanish)

                    Después inicia sesión y desvincula {provider} en la página de las formas de
                    entrar en tu cuenta: hasta entonces deja entrar a quien lo vinculó.
                    """))
    }

    /// A provider is no way in any more.
    static func providerUnlinked(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "provider-unlinked",
            subject: LocalizedText(en: "{product}: a way in less", es: "{product}: una forma de entrar menos"),
            text: LocalizedText(
                en: """
                    {hello}

                    Nobody logs in to your account at {product} with {provider} any more: it was
                    unlinked from the network address below. The sessions that began that way are
                    over, but for the one that unlinked it:

                        {time}
                        {from}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Ya nadie inicia sesión en tu cuenta de {product} con {provider}: se desvinculó
                    desde la dirección de red de abajo. Las sesiones que empezaron así han
                    terminado, salvo la que lo desvinculó:

                        {time}
                        {from}

                    \(advice.spanish)
                    """))
    }

    /// Whoever reads the mail of the address has the account, and may be another one than linked
    /// the provider.
    static func providerNotKept(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "provider-not-kept",
            subject: LocalizedText(en: "{product}: a way in less", es: "{product}: una forma de entrar menos"),
            text: LocalizedText(
                en: """
                    {hello}

                    Your account at {product} was confirmed, or given a new password, by the mail of
                    this address. In case somebody else had been in it, {provider} was unlinked: it
                    had been linked before the address was confirmed, or in the 30 days before the
                    new password. Nobody logs in with it any more:

                        {time}

                    Was it yours? Then log in, and link it again on the page of your ways in.

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Tu cuenta de {product} se confirmó, o recibió una contraseña nueva, por el correo
                    de esta dirección. Por si otra persona había estado en ella, se desvinculó
                    {provider}: se había vinculado antes de confirmar la dirección, o en los 30 días
                    anteriores a la contraseña nueva. Ya nadie inicia sesión con ello:

                        {time}

                    ¿Era cosa tuya? Entonces inicia sesión y vuelve a vincularlo en la página de tus
                    formas de entrar.

                    \(advice.spanish)
                    """))
    }
}
