import Localization
import MailAPI

extension MailTemplate {
    /// The link and the code with which another password is chosen.
    static let passwordReset = MailTemplate(
        "password-reset",
        subject: LocalizedText(en: "{product}: choose a new password", es: "{product}: elige una contraseña nueva"),
        text: LocalizedText(
            en: """
                {hello}

                Choose a new password for {product} on this page:

                    {url}

                Or type this code where you asked for it:

                    {code}

                The page counts for {link_minutes} min, the code for {minutes} min. If you didn't ask
                for them, ignore this message: nothing changes.
                """,
            es: """
                {hello}

                Elige una contraseña nueva para {product} en esta página:

                    {url}

                O escribe este código donde lo pediste:

                    {code}

                La página vale durante {link_minutes} min, el código durante {minutes} min. Si no los
                pediste, ignora este mensaje: no cambia nada.
                """))

    /// The password is another one, or the first one.
    static let passwordChanged = MailTemplate(
        "password-changed",
        subject: LocalizedText(
            en: "{product}: your account has a new password", es: "{product}: tu cuenta tiene una contraseña nueva"),
        text: LocalizedText(
            en: """
                {hello}

                Your account at {product} has a new password, and all devices were logged out:

                    {time}

                Was it you? Then there is nothing to do. If not, somebody reads your mail:
                choose another password for your mail, and then for this account:

                    {recover}
                """,
            es: """
                {hello}

                Tu cuenta de {product} tiene una contraseña nueva, y se cerró la sesión en todos
                los dispositivos:

                    {time}

                ¿Fuiste tú? No tienes que hacer nada. Si no, alguien lee tu correo: cambia la
                contraseña de tu correo y después la de esta cuenta:

                    {recover}
                """))
}
