import Localization
import MailAPI
import Presenting

extension MailTemplate {
    /// Somebody who is logged in chose another password.
    ///
    /// - Parameter steps: What people can do: who lost the account to somebody else
    ///   is told no way that isn't there.
    static func passwordChangedByOwner(offering steps: [NextStep]) -> MailTemplate {
        let way = steps.contains(.recover) ? byMail : throughOperator
        return MailTemplate(
            "password-change",
            subject: LocalizedText(
                en: "{product}: your password was changed", es: "{product}: tu contraseña ha cambiado"),
            text: LocalizedText(
                en: """
                    {hello}

                    The password of your account at {product} was changed on a device that was
                    logged in, and all other devices were logged out:

                        {time}

                    \(way.english)
                    """,
                es: """
                    {hello}

                    La contraseña de tu cuenta de {product} ha cambiado desde un dispositivo con
                    la sesión iniciada, y se cerró la sesión en todos los demás:

                        {time}

                    \(way.spanish)
                    """))
    }

    private static let byMail = LocalizedText(
        en: """
            Was it you? Then there is nothing to do. If not, somebody knew your password:
            choose another one by mail, which logs that device out, too:

                {recover}
            """,
        es: """
            ¿Fuiste tú? No tienes que hacer nada. Si no, alguien conocía tu contraseña:
            elige otra por correo, lo que también cierra la sesión en ese dispositivo:

                {recover}
            """)

    private static let throughOperator = LocalizedText(
        en: """
            Was it you? Then there is nothing to do. If not, somebody knew your password:
            write to whoever runs {product}.
            """,
        es: """
            ¿Fuiste tú? No tienes que hacer nada. Si no, alguien conocía tu contraseña:
            escribe a quien administra {product}.
            """)
}
