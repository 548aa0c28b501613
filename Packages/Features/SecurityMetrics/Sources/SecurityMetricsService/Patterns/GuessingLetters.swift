import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import Presenting
import SQLStoreAPI

/// Tells people that somebody tries passwords for their account.
struct GuessingLetters: Sendable {
    /// How long one letter is enough, so that whoever guesses floods nobody.
    static let pause: TimeInterval = 86_400

    let mail: any MailSending
    let accounts: any AccountReadingInTransaction
    /// What people can do, from `OfferedSteps`.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays

    /// Writes to the person, if the address is theirs and there was no letter just now.
    ///
    /// - Parameter incident: Stands in the table already.
    /// - Returns: Whether there is a letter.
    func tell(of incident: IncidentRow, at now: Date, in db: any SQLWriting) throws -> Bool {
        guard let rule = PatternRule.named(incident.rule), let account = incident.account,
            let user = try accounts.account(account, in: db), user.isVerified,
            try IncidentRow.count(of: rule, about: account, since: now.addingTimeInterval(-Self.pause), in: db) == 1
        else { return false }
        try mail.enqueue(
            MailMessage(
                recipient: user.email, name: user.provenName, template: .passwordGuessed(offering: offered()),
                values: ["recover": ways.way(to: .recover, or: "essential recover")],
                texts: ["time": .momentInUTC(incident.begunAt)]), in: db)
        return true
    }
}

extension MailTemplate {
    /// Passwords are tried from many networks.
    static func passwordGuessed(offering steps: [NextStep]) -> MailTemplate {
        let recovery =
            steps.contains(.recover)
            ? LocalizedText(
                en: """

                    If you use your password anywhere else, or think that somebody knows it, choose
                    another one by mail, which logs all devices out:

                        {recover}
                    """,
                es: """

                    Si usas tu contraseña en otro sitio, o crees que alguien la sabe, elige otra por
                    correo, lo que cierra la sesión en todos los dispositivos:

                        {recover}
                    """) : LocalizedText(verbatim: "")
        return MailTemplate(
            "password-guessed",
            subject: LocalizedText(
                en: "{product}: somebody tries passwords of your account",
                es: "{product}: alguien prueba contraseñas de tu cuenta"),
            text: LocalizedText(
                en: """
                    {hello}

                    Somebody tries to log in to your account at {product} with wrong passwords, from
                    several networks, since

                        {time}

                    Nobody got in that way. After a few wrong passwords nobody can log in for a while
                    where you never did before; your own devices aren't concerned. You needn't do
                    anything. A second factor keeps out also those who know the password.
                    \(recovery.english)
                    """,
                es: """
                    {hello}

                    Alguien intenta iniciar sesión en tu cuenta de {product} con contraseñas
                    incorrectas, desde varias redes, desde

                        {time}

                    Así no entró nadie. Tras unas cuantas contraseñas incorrectas, nadie puede
                    iniciar sesión durante un rato donde tú nunca lo hiciste; a tus dispositivos no
                    les afecta. No tienes que hacer nada. Un segundo factor deja fuera también a
                    quien sabe la contraseña.
                    \(recovery.spanish)
                    """))
    }
}
