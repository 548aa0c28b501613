import Localization
import MailAPI

extension MailTemplate {
    /// The code that proves an address.
    static let verificationCode = MailTemplate(
        "verification-code",
        subject: LocalizedText(verbatim: "Essential: {code}"),
        text: LocalizedText(
            en: """
                Hello,

                confirm your address with this code:

                    {code}

                In the program: essential verify {code}
                It counts for {minutes} min. If you didn't ask for it, ignore this message.
                """,
            es: """
                Hola:

                Confirma tu dirección con este código:

                    {code}

                En el programa: essential verify {code}
                Vale durante {minutes} min. Si no lo pediste, ignora este mensaje.
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
