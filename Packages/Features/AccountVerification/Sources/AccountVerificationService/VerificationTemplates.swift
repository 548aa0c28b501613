import Localization
import MailAPI
import Presenting

extension MailTemplate {
    /// The link and the code that prove an address.
    static let verification = MailTemplate(
        "verification",
        subject: LocalizedText(
            en: "Your code for {product}: {spaced_code}", es: "Tu código para {product}: {spaced_code}"),
        text: LocalizedText(
            en: """
                {hello}

                Confirm your address for {product}: open this page, type the password that
                you chose for the account, and press the button.

                    {url}

                Or type this code where you are asked for it:

                    {code}

                The page counts for {hours} h, the code for {minutes} min. If you didn't make
                an account, ignore this message: somebody mistyped an address.
                """,
            es: """
                {hello}

                Confirma tu dirección para {product}: abre esta página, escribe la contraseña
                que elegiste para la cuenta y pulsa el botón.

                    {url}

                O escribe este código donde se te pida:

                    {code}

                La página vale durante {hours} h, el código durante {minutes} min. Si no
                creaste ninguna cuenta, ignora este mensaje: alguien se equivocó de dirección.
                """))

    /// Somebody tried to register an address that has an account.
    ///
    /// - Parameter steps: What people can do, the owner of the address among them.
    static func addressTried(offering steps: [NextStep]) -> MailTemplate {
        let way = steps.contains(.recover) ? logInOrRecover : logIn
        return MailTemplate(
            "address-tried",
            subject: LocalizedText(
                en: "{product}: you have an account already", es: "{product}: ya tienes una cuenta"),
            text: LocalizedText(
                en: """
                    {hello}

                    Somebody tried to make an account at {product} with this address, which has
                    one already. \(way.english)

                    If it wasn't, there is nothing to do.
                    """,
                es: """
                    {hello}

                    Alguien intentó crear una cuenta en {product} con esta dirección, que ya
                    tiene una.
                    \(way.spanish)

                    Si no fuiste tú, no tienes que hacer nada.
                    """))
    }

    /// Somebody else wants the address that an account had until lately.
    static let keptAddressTried = MailTemplate(
        "kept-address-tried",
        subject: LocalizedText(
            en: "{product}: this address is kept for an account",
            es: "{product}: esta dirección se guarda para una cuenta"),
        text: LocalizedText(
            en: """
                {hello}

                Somebody tried to make an account at {product} with this address, which was an
                account's until lately. It is kept for that account for a week from the change,
                so that it can be undone; nothing was made.

                If it was you, log in with the address that the account has now, or make another
                account when the week is over. Did you not change the address? Then use the link in
                the message about the change.

                If it wasn't, there is nothing to do.
                """,
            es: """
                {hello}

                Alguien intentó crear una cuenta en {product} con esta dirección, que hasta hace
                poco era de una cuenta. Se guarda para esa cuenta durante una semana desde el
                cambio, para que se pueda deshacer; no se creó nada.

                Si fuiste tú, inicia sesión con la dirección que tiene ahora la cuenta, o crea otra
                cuenta cuando pase la semana. ¿No cambiaste tú la dirección? Usa entonces el enlace
                del mensaje sobre el cambio.

                Si no fuiste tú, no tienes que hacer nada.
                """))

    private static let logInOrRecover = LocalizedText(
        en: """
            If it was you, log in instead, or choose another password:

                {recover}
            """,
        es: """
            Si fuiste tú, inicia sesión o elige otra contraseña:

                {recover}
            """)

    private static let logIn = LocalizedText(en: "If it was you, log in instead.", es: "Si fuiste tú, inicia sesión.")
}
