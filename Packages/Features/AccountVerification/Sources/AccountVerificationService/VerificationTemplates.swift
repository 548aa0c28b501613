import Localization
import MailAPI

extension MailTemplate {
    /// The link and the code that prove an address.
    static let verification = MailTemplate(
        "verification",
        subject: LocalizedText(verbatim: "Essential: {code}"),
        text: LocalizedText(
            en: """
                Hello,

                confirm your address: open this page and press its button.

                    {url}

                Or type this code into the program:

                    {code}

                In a terminal: essential verify {code}
                The page counts for {hours} h, the code for {minutes} min. If you didn't ask
                for them, ignore this message.
                """,
            es: """
                Hola:

                Confirma tu dirección: abre esta página y pulsa su botón.

                    {url}

                O escribe este código en el programa:

                    {code}

                En una terminal: essential verify {code}
                La página vale durante {hours} h, el código durante {minutes} min. Si no los
                pediste, ignora este mensaje.
                """))

    /// Somebody tried to register an address that has an account.
    static let addressTried = MailTemplate(
        "address-tried",
        subject: LocalizedText(en: "Essential: your account", es: "Essential: tu cuenta"),
        text: LocalizedText(
            en: """
                Hello,

                somebody tried to make an account with this address, which has one
                already. If it was you, log in instead. If not, there is nothing to do.
                """,
            es: """
                Hola:

                Alguien intentó crear una cuenta con esta dirección, que ya tiene una.
                Si fuiste tú, inicia sesión. Si no, no tienes que hacer nada.
                """))
}
