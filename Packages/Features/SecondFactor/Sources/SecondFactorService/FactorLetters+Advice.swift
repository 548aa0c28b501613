import Localization
import MailAPI
import Presenting

/// What a letter about a second factor advises whoever wasn't it: something that they can
/// do while nobody lets them in, since whoever was it may have all the rest.
enum FactorAdvice {
    /// To whom the factor belongs, nobody knows: it ends when it is said to be lost.
    case sayThatItIsLost
    case turnItOn
    case makeCodes

    fileprivate var text: LocalizedText {
        switch self {
        case .sayThatItIsLost:
            LocalizedText(
                en: """
                    Logging in then asks for a code that you don't have: say there that it is lost,
                    and it ends some days later. Whoever runs {product} can end it at once.
                    """,
                es: """
                    Al iniciar sesión se te pedirá un código que no tienes: di allí que se perdió y
                    terminará unos días después. Quien administra {product} puede quitarlo enseguida.
                    """)
        case .turnItOn:
            LocalizedText(
                en: "Then log in, and turn the second factor on again.",
                es: "Después inicia sesión y vuelve a activar el segundo factor.")
        case .makeCodes:
            LocalizedText(
                en: """
                    Then log in with a code of your authenticator, and make new recovery codes: all
                    others are worth nothing from then on.
                    """,
                es: """
                    Después inicia sesión con un código de tu autenticador y crea códigos de
                    recuperación nuevos: los demás dejan de valer.
                    """)
        }
    }
}

extension LetterAdvice {
    /// The same, and what to do then.
    static func notYou(offering steps: [NextStep], then more: FactorAdvice) -> LocalizedText {
        joined(notYou(offering: steps), more.text)
    }
}

/// Another password says that the factor isn't lost, and so does a code of it.
///
/// - Parameter steps: What people can do.
func notLost(offering steps: [NextStep]) -> LocalizedText {
    let byCode = LocalizedText(
        en: "Logging in with a code of your authenticator takes this back, too.",
        es: "Iniciar sesión con un código de tu autenticador también lo anula.")
    guard steps.contains(.recover) else {
        return joined(
            LocalizedText(
                en: """
                    Wasn't it you? Then somebody gets past your first step, be it your password or an
                    account elsewhere: choose a new password, which also takes this back, or write to
                    whoever runs {product}.
                    """,
                es: """
                    ¿No fuiste tú? Entonces alguien supera tu primer paso, sea la contraseña o una
                    cuenta en otro sitio: elige una contraseña nueva, que también anula esto, o
                    escribe a quien administra {product}.
                    """), byCode)
    }
    return joined(
        LocalizedText(
            en: """
                Wasn't it you? Then somebody gets past your first step, be it your password or an
                account elsewhere. Choose a new password by mail before that, which also takes
                this back:

                    {recover}
                """,
            es: """
                ¿No fuiste tú? Entonces alguien supera tu primer paso, sea la contraseña o una
                cuenta en otro sitio. Elige antes una contraseña nueva por correo, que también
                anula esto:

                    {recover}
                """), byCode)
}

/// As two paragraphs.
private func joined(_ first: LocalizedText, _ second: LocalizedText) -> LocalizedText {
    LocalizedText(en: first.english + "\n\n" + second.english, es: first.spanish + "\n\n" + second.spanish)
}
