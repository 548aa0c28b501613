import Localization
import MailAPI
import Presenting

extension MailTemplate {
    /// All that the plugin sends, as where passwords are chosen by mail.
    static let secondFactor = [
        secondFactorOn, secondFactorOff, secondFactorOfStranger, recoveryCodesMade, recoveryCodeUsed,
        secondFactorGuessed, secondFactorLost, secondFactorEnds, secondFactorStays,
    ].map { $0([.recover]) }

    /// From now on a code is asked for.
    static func secondFactorOn(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps, then: .sayThatItIsLost)
        return MailTemplate(
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

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Desde ahora, para iniciar sesión en tu cuenta de {product} también hace falta un
                    código del autenticador que se configuró:

                        {time}

                    Guarda los códigos de recuperación: cada uno sustituye una vez al autenticador.

                    \(advice.spanish)
                    """))
    }

    /// Somebody gets past the way in, and not past the factor.
    static func secondFactorGuessed(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "second-factor-guessed",
            subject: LocalizedText(
                en: "{product}: somebody tries codes of your account",
                es: "{product}: alguien prueba códigos de tu cuenta"),
            text: LocalizedText(
                en: """
                    {hello}

                    Somebody got as far as the code of your second factor at {product}, and typed
                    too many wrong ones:

                        {time}

                    Codes are not looked at for a while. Nobody got in, but whoever it is got past
                    your password, or past an account elsewhere.

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Alguien llegó hasta el código de tu segundo factor en {product} y escribió
                    demasiados incorrectos:

                        {time}

                    Durante un rato no se mira ningún código. No entró nadie, pero quien sea superó
                    tu contraseña o una cuenta en otro sitio.

                    \(advice.spanish)
                    """))
    }

    /// From now on no code is asked for.
    static func secondFactorOff(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps, then: .turnItOn)
        return MailTemplate(
            "second-factor-off",
            subject: LocalizedText(
                en: "{product}: the second factor is off", es: "{product}: segundo factor desactivado"),
            text: LocalizedText(
                en: """
                    {hello}

                    The second factor of your account at {product} was turned off, and its recovery
                    codes are worth nothing any more:

                        {time}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    El segundo factor de tu cuenta de {product} se desactivó, y sus códigos de
                    recuperación ya no valen:

                        {time}

                    \(advice.spanish)
                    """))
    }

    /// Whoever made the account had turned one on before the address was proved.
    ///
    /// That goes to who proved it just now, so it asks nobody to undo it.
    static func secondFactorOfStranger(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "second-factor-of-stranger",
            subject: LocalizedText(
                en: "{product}: a second factor was taken away", es: "{product}: se quitó un segundo factor"),
            text: LocalizedText(
                en: """
                    {hello}

                    A second factor was on for your account at {product} before anybody had shown
                    that this address is theirs. Now that somebody has, it was taken away, and its
                    recovery codes are worth nothing any more:

                        {time}

                    If it was yours, log in and turn it on again. If not, somebody else made the
                    account with your address and may know its password: choose another one, unless
                    you just did.

                    The address was confirmed by its mail.

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    En tu cuenta de {product} había un segundo factor activado antes de que nadie
                    demostrara que esta dirección es suya. Ahora que alguien lo hizo, se quitó, y sus
                    códigos de recuperación ya no valen:

                        {time}

                    Si era tuyo, inicia sesión y vuelve a activarlo. Si no, otra persona creó la
                    cuenta con tu dirección y puede saber la contraseña: elige otra, si no lo acabas
                    de hacer.

                    La dirección se confirmó por su correo.

                    \(advice.spanish)
                    """))
    }

    /// The recovery codes are others.
    static func recoveryCodesMade(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps, then: .makeCodes)
        return MailTemplate(
            "recovery-codes-made",
            subject: LocalizedText(
                en: "{product}: new recovery codes", es: "{product}: códigos de recuperación nuevos"),
            text: LocalizedText(
                en: """
                    {hello}

                    New recovery codes were made for your account at {product}; those of before are
                    worth nothing any more:

                        {time}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Se crearon códigos de recuperación nuevos para tu cuenta de {product}; los de
                    antes ya no valen:

                        {time}

                    \(advice.spanish)
                    """))
    }

    /// A recovery code was used.
    static func recoveryCodeUsed(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps, then: .makeCodes)
        return MailTemplate(
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

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Se usó un código de recuperación de tu cuenta de {product} en lugar del
                    autenticador:

                        {time}

                    Códigos que quedan: {left}

                    \(advice.spanish)
                    """))
    }
}
