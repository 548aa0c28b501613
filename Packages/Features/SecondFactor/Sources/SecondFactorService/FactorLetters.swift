import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import Presenting
import SQLStoreAPI
import SessionsServiceAPI

/// Tells people what happened to their second factor: by letter and on their devices,
/// in the transaction in which it does.
struct FactorLetters: Sendable {
    let mail: any MailSending
    let events: any SecurityEventRecording

    /// What a letter is about.
    enum Subject: Sendable {
        case factorOn
        case factorOff
        case recoveryCodesMade
        case recoveryCodeUsed(left: Int)
        case lossReported(until: Date)
        case lossReminder(until: Date)
        case lossTakenBack

        /// What changed; nothing does by being reminded.
        fileprivate var change: (way: ChangedWay, change: WayChange)? {
            switch self {
            case .factorOn: (.secondFactor, .added)
            case .factorOff: (.secondFactor, .removed)
            case .recoveryCodesMade: (.recoveryCodes, .renewed)
            case .recoveryCodeUsed: (.recoveryCodes, .used)
            case .lossReported: (.secondFactor, .lost)
            case .lossReminder: nil
            case .lossTakenBack: (.secondFactor, .kept)
            }
        }
    }

    func enqueue(_ subject: Subject, to user: User, at now: Date, in db: any SQLWriting) throws {
        var values = ["time": LocalizedText.momentInUTC(now).english]
        let template: MailTemplate
        switch subject {
        case .factorOn: template = .secondFactorOn
        case .factorOff: template = .secondFactorOff
        case .recoveryCodesMade: template = .recoveryCodesMade
        case .recoveryCodeUsed(let left):
            template = .recoveryCodeUsed
            values["left"] = "\(left)"
        case .lossReported(let end):
            template = .secondFactorLost
            values["end"] = LocalizedText.momentInUTC(end).english
        case .lossReminder(let end):
            template = .secondFactorEnds
            values["end"] = LocalizedText.momentInUTC(end).english
        case .lossTakenBack: template = .secondFactorStays
        }
        try mail.enqueue(
            MailMessage(recipient: user.email, name: user.provenName, template: template, values: values), in: db)
        guard let (way, change) = subject.change else { return }
        try events.record(.wayInChanged(way, change), of: user.id, in: db)
    }
}

extension MailTemplate {
    /// All that the plugin sends.
    static let secondFactor = [
        secondFactorOn, secondFactorOff, recoveryCodesMade, recoveryCodeUsed, secondFactorLost, secondFactorEnds,
        secondFactorStays,
    ]

    /// From now on a code is asked for.
    static let secondFactorOn = MailTemplate(
        "second-factor-on",
        subject: LocalizedText(
            en: "{product}: a second factor is on", es: "{product}: segundo factor activado"),
        text: LocalizedText(
            en: """
                {hello}

                From now on, logging in to your account at {product} also takes a code from the
                authenticator that was set up:

                    {time}

                Keep the recovery codes: each of them replaces the authenticator once.

                Wasn't it you? Then somebody is logged in to your account: choose another
                password, end all other sessions, and turn the second factor off with a code,
                or write to whoever runs {product}.
                """,
            es: """
                {hello}

                Desde ahora, para iniciar sesión en tu cuenta de {product} también hace falta un
                código del autenticador que se configuró:

                    {time}

                Guarda los códigos de recuperación: cada uno sustituye una vez al autenticador.

                ¿No fuiste tú? Entonces alguien usa tu cuenta: elige otra contraseña, termina
                todas las demás sesiones y desactiva el segundo factor con un código, o escribe
                a quien administra {product}.
                """))

    /// From now on no code is asked for.
    static let secondFactorOff = MailTemplate(
        "second-factor-off",
        subject: LocalizedText(
            en: "{product}: the second factor is off", es: "{product}: segundo factor desactivado"),
        text: LocalizedText(
            en: """
                {hello}

                The second factor of your account at {product} was turned off, and its recovery
                codes are worth nothing any more:

                    {time}

                Wasn't it you? Then choose another password at once, and write to whoever runs
                {product}.
                """,
            es: """
                {hello}

                El segundo factor de tu cuenta de {product} se desactivó, y sus códigos de
                recuperación ya no valen:

                    {time}

                ¿No fuiste tú? Elige enseguida otra contraseña y escribe a quien administra
                {product}.
                """))

    /// The recovery codes are others.
    static let recoveryCodesMade = MailTemplate(
        "recovery-codes-made",
        subject: LocalizedText(
            en: "{product}: new recovery codes", es: "{product}: códigos de recuperación nuevos"),
        text: LocalizedText(
            en: """
                {hello}

                New recovery codes were made for your account at {product}; those of before are
                worth nothing any more:

                    {time}

                Wasn't it you? Then choose another password at once, and write to whoever runs
                {product}.
                """,
            es: """
                {hello}

                Se crearon códigos de recuperación nuevos para tu cuenta de {product}; los de
                antes ya no valen:

                    {time}

                ¿No fuiste tú? Elige enseguida otra contraseña y escribe a quien administra
                {product}.
                """))

    /// A recovery code was used.
    static let recoveryCodeUsed = MailTemplate(
        "recovery-code-used",
        subject: LocalizedText(
            en: "{product}: a recovery code was used", es: "{product}: se usó un código de recuperación"),
        text: LocalizedText(
            en: """
                {hello}

                A recovery code of your account at {product} was used in place of the
                authenticator:

                    {time}

                Codes that are left: {left}

                Wasn't it you? Then somebody has your password and that code: choose another
                password, and make new recovery codes.
                """,
            es: """
                {hello}

                Se usó un código de recuperación de tu cuenta de {product} en lugar del
                autenticador:

                    {time}

                Códigos que quedan: {left}

                ¿No fuiste tú? Entonces alguien tiene tu contraseña y ese código: elige otra
                contraseña y crea códigos de recuperación nuevos.
                """))
}
