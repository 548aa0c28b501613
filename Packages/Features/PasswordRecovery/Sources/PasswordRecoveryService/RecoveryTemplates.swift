import Localization
import MailAPI

extension MailTemplate {
    /// The link and the code with which another password is chosen.
    static let passwordReset = MailTemplate(
        "password-reset",
        subject: LocalizedText(en: "{product}: choose another password", es: "{product}: elige otra contraseña"),
        text: LocalizedText(
            en: """
                {hello}

                Choose another password for {product} on this page:

                    {url}

                Or type this code where you asked for it:

                    {code}

                The page counts for {link_minutes} min, the code for {minutes} min. If you didn't ask
                for them, ignore this message: your password stays as it is.
                """,
            es: """
                {hello}

                Elige otra contraseña para {product} en esta página:

                    {url}

                O escribe este código donde lo pediste:

                    {code}

                La página vale durante {link_minutes} min, el código durante {minutes} min. Si no los
                pediste, ignora este mensaje: tu contraseña sigue como estaba.
                """))

    /// The password is another one.
    static let passwordChanged = MailTemplate(
        "password-changed",
        subject: LocalizedText(en: "{product}: your password was changed", es: "{product}: tu contraseña ha cambiado"),
        text: LocalizedText(
            en: """
                {hello}

                The password of your account at {product} was changed, and all devices were
                logged out:

                    {time}

                Was it you? Then there is nothing to do. If not, somebody reads your mail:
                choose another password for your mail, and then for this account:

                    {recover}
                """,
            es: """
                {hello}

                La contraseña de tu cuenta de {product} ha cambiado, y se cerró la sesión en
                todos los dispositivos:

                    {time}

                ¿Fuiste tú? No tienes que hacer nada. Si no, alguien lee tu correo: cambia la
                contraseña de tu correo y después la de esta cuenta:

                    {recover}
                """))
}
