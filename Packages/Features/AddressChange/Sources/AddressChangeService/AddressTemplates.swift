import Localization
import MailAPI
import Presenting

extension MailTemplate {
    /// All that the plugin sends.
    static let addressChange = [
        addressCode, addressWanted(offering: [.recover]), addressChanged, addressLeft, addressRestored,
        addressTakenBack, addressUndoTried,
    ]

    /// The code that proves a new address.
    static let addressCode = MailTemplate(
        "address-code",
        subject: LocalizedText(
            en: "Your code for {product}: {spaced_code}", es: "Tu código para {product}: {spaced_code}"),
        text: LocalizedText(
            en: """
                {hello}

                somebody who is logged in to an account at {product} wants to give it this
                address. If it was you, type this code where you asked for it:

                    {code}

                It counts for {minutes} min. If it wasn't you, ignore this message: nothing is
                changed.
                """,
            es: """
                {hello}

                Alguien con la sesión iniciada en una cuenta de {product} quiere darle esta
                dirección. Si fuiste tú, escribe este código donde lo pediste:

                    {code}

                Vale durante {minutes} min. Si no fuiste tú, ignora este mensaje: no se cambia
                nada.
                """))

    /// Somebody else wants the address of an account.
    ///
    /// - Parameter steps: What people can do, the owner of the address among them.
    static func addressWanted(offering steps: [NextStep]) -> MailTemplate {
        let way = steps.contains(.recover) ? logInOrRecover : logIn
        return MailTemplate(
            "address-wanted",
            subject: LocalizedText(
                en: "{product}: your address was given for another account",
                es: "{product}: se indicó tu dirección para otra cuenta"),
            text: LocalizedText(
                en: """
                    {hello}

                    somebody who is logged in to another account at {product} wanted to give it
                    this address, which belongs to an account already. Nothing was changed.

                    \(way.english)

                    If it wasn't you, there is nothing to do.
                    """,
                es: """
                    {hello}

                    Alguien con la sesión iniciada en otra cuenta de {product} quiso darle esta
                    dirección, que ya es de una cuenta. No se cambió nada.

                    \(way.spanish)

                    Si no fuiste tú, no tienes que hacer nada.
                    """))
    }

    private static let logInOrRecover = LocalizedText(
        en: """
            If it was you, log in with this address, or choose another password:

                {recover}
            """,
        es: """
            Si fuiste tú, inicia sesión con esta dirección o elige otra contraseña:

                {recover}
            """)

    private static let logIn = LocalizedText(
        en: "If it was you, log in with this address.", es: "Si fuiste tú, inicia sesión con esta dirección.")

    /// The account has another address, which whoever reads here can undo.
    static let addressChanged = MailTemplate(
        "address-changed",
        subject: LocalizedText(
            en: "{product}: your account has another address", es: "{product}: tu cuenta tiene otra dirección"),
        text: LocalizedText(
            en: """
                {hello}

                your account at {product} has another email address now. One doesn't log in with
                this one any more. For a week you are told here as well what becomes of passkeys,
                providers, the password and the second factor; nothing else comes here:

                    {time}

                Was it you? Then there is nothing to do. If not, somebody else was in your account:
                get the address back and choose a new password, which logs everybody out:

                    {url}

                The page counts until {end}. Don't pass it on: whoever opens it
                can take the account.
                """,
            es: """
                {hello}

                Tu cuenta de {product} tiene ahora otra dirección de correo. Con esta ya no se
                inicia sesión. Durante una semana se te cuenta también aquí qué pasa con las llaves
                de acceso, los proveedores, la contraseña y el segundo factor; no llegará nada más:

                    {time}

                ¿Fuiste tú? No tienes que hacer nada. Si no, otra persona estuvo en tu cuenta:
                recupera la dirección y elige una contraseña nueva, lo que cierra todas las
                sesiones:

                    {url}

                La página vale hasta {end}. No la pases a nadie: quien la abra
                puede quedarse con la cuenta.
                """))

    /// The account has another address, which nobody can undo by a link.
    static let addressLeft = MailTemplate(
        "address-left",
        subject: LocalizedText(
            en: "{product}: an account has another address", es: "{product}: una cuenta tiene otra dirección"),
        text: LocalizedText(
            en: """
                {hello}

                an account at {product} that had this email address has another one now. One
                doesn't log in with this one any more, and nothing else comes here:

                    {time}

                Was it you? Then there is nothing to do. If not, and the account is yours: had it
                another address in the week before, then the letter that went there undoes this as
                well. Otherwise write to whoever runs {product}.
                """,
            es: """
                {hello}

                Una cuenta de {product} que tenía esta dirección de correo tiene ahora otra. Con
                esta ya no se inicia sesión, y aquí no llegará nada más:

                    {time}

                ¿Fuiste tú? No tienes que hacer nada. Si no, y la cuenta es tuya: si en la semana
                anterior tuvo otra dirección, la carta que llegó allí también deshace esto. Si no,
                escribe a quien administra {product}.
                """))

    /// The account has its address back.
    static let addressRestored = MailTemplate(
        "address-restored",
        subject: LocalizedText(
            en: "{product}: your account has this address again",
            es: "{product}: tu cuenta vuelve a tener esta dirección"),
        text: LocalizedText(
            en: """
                {hello}

                your account at {product} has this address again, with the password that was
                chosen with it. Everybody was logged out:

                    {time}

                Passkeys, providers and a second factor that were added since {since} don't
                count any more: add yours again. If you had recovery codes, those of before count;
                make others if somebody may have seen them. Log in and look at what else lets
                people in, and remove what you don't know.
                """,
            es: """
                {hello}

                Tu cuenta de {product} vuelve a tener esta dirección, con la contraseña que se
                eligió al recuperarla. Se cerraron todas las sesiones:

                    {time}

                Las llaves de acceso, los proveedores y el segundo factor añadidos desde
                {since} ya no valen: vuelve a añadir los tuyos. Si tenías códigos de recuperación,
                valen los de antes; crea otros si alguien pudo verlos. Inicia sesión, mira qué más
                deja entrar y quita lo que no conozcas.
                """))

    /// The account has the address of before again, and not this one.
    static let addressTakenBack = MailTemplate(
        "address-taken-back",
        subject: LocalizedText(
            en: "{product}: the change of an address was undone",
            es: "{product}: se deshizo el cambio de una dirección"),
        text: LocalizedText(
            en: """
                {hello}

                whoever reads the mail of the address of before took back that an account at
                {product} has this one. It has another password, and everybody was logged out:

                    {time}

                Was it you? Then there is nothing to do. If not, and the account is yours,
                somebody else reads your former mail: write to whoever runs {product}.
                """,
            es: """
                {hello}

                Quien lee el correo de la dirección anterior deshizo que una cuenta de {product}
                tenga esta. La cuenta tiene otra contraseña, y se cerraron todas las sesiones:

                    {time}

                ¿Fuiste tú? No tienes que hacer nada. Si no, y la cuenta es tuya, otra persona lee
                tu correo anterior: escribe a quien administra {product}.
                """))

    /// Somebody has the link to the former address, and no code.
    static let addressUndoTried = MailTemplate(
        "address-undo-tried",
        subject: LocalizedText(
            en: "{product}: somebody tried to undo the change of your address",
            es: "{product}: alguien intentó deshacer el cambio de tu dirección"),
        text: LocalizedText(
            en: """
                {hello}

                somebody opened the link in the letter that went to the former address of your
                account at {product}, and typed wrong codes. Nothing was changed, and you log in
                as always:

                    {time}

                Was it you? Then wait as long as the page says. If not, somebody else reads your
                former mail: keep your second factor. Its code is asked for by this link, which
                counts until {end}.
                """,
            es: """
                {hello}

                Alguien abrió el enlace de la carta que llegó a la dirección anterior de tu cuenta
                de {product} y escribió códigos erróneos. No se cambió nada, y tú inicias sesión
                como siempre:

                    {time}

                ¿Fuiste tú? Entonces espera lo que dice la página. Si no, otra persona lee tu correo
                anterior: conserva tu segundo factor. Este enlace pide su código y vale hasta
                {end}.
                """))
}
