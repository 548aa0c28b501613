import Localization
import MailAPI
import Presenting

extension MailTemplate {
    /// Somebody says that the factor is lost.
    static func secondFactorLost(offering steps: [NextStep]) -> MailTemplate {
        let advice = notLost(offering: steps)
        return MailTemplate(
            "second-factor-lost",
            subject: LocalizedText(
                en: "{product}: your second factor is said to be lost",
                es: "{product}: dicen que tu segundo factor se perdió"),
            text: LocalizedText(
                en: """
                    {hello}

                    Somebody got as far as the code of your second factor at {product}, and said that
                    the authenticator and the recovery codes are lost:

                        {time}

                    If it was you, there is nothing to do. From this time on no code is asked for:

                        {end}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Alguien llegó hasta el código de tu segundo factor en {product} y dijo que el
                    autenticador y los códigos de recuperación se perdieron:

                        {time}

                    Si fuiste tú, no tienes que hacer nada. Desde este momento no se pedirá ningún
                    código:

                        {end}

                    \(advice.spanish)
                    """))
    }

    /// The factor ends soon.
    static func secondFactorEnds(offering steps: [NextStep]) -> MailTemplate {
        let advice = notLost(offering: steps)
        return MailTemplate(
            "second-factor-ends",
            subject: LocalizedText(
                en: "{product}: your second factor ends soon", es: "{product}: tu segundo factor termina pronto"),
            text: LocalizedText(
                en: """
                    {hello}

                    The second factor of your account at {product} was said to be lost. From this
                    time on no code is asked for:

                        {end}

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    Dijeron que el segundo factor de tu cuenta de {product} se perdió. Desde este
                    momento no se pedirá ningún código:

                        {end}

                    \(advice.spanish)
                    """))
    }

    /// The factor isn't lost.
    static func secondFactorStays(offering steps: [NextStep]) -> MailTemplate {
        let advice = LetterAdvice.notYou(offering: steps)
        return MailTemplate(
            "second-factor-stays",
            subject: LocalizedText(
                en: "{product}: your second factor stays", es: "{product}: tu segundo factor sigue activo"),
            text: LocalizedText(
                en: """
                    {hello}

                    The second factor of your account at {product} isn't lost, and stays in force:

                        {time}

                    Had you lost it? Then log in, and say so again.

                    \(advice.english)
                    """,
                es: """
                    {hello}

                    El segundo factor de tu cuenta de {product} no se perdió y sigue activo:

                        {time}

                    ¿Lo habías perdido? Entonces inicia sesión y vuelve a decirlo.

                    \(advice.spanish)
                    """))
    }
}
