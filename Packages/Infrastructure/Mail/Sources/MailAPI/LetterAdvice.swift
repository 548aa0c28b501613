public import Localization
public import Presenting

/// What letters advise about what was done with an account.
public enum LetterAdvice {
    /// What to do for whoever didn't do it: whoever did is logged in or knows the password,
    /// and is and does neither any more after this.
    ///
    /// It names no way that isn't there: without the choice of a password by mail, only
    /// whoever runs the server helps.
    ///
    /// - Parameter steps: What people can do, from `OfferedSteps`.
    /// - Returns: A text with the places `{product}`, or `{recover}` for where a password is
    ///   chosen by mail.
    public static func notYou(offering steps: [NextStep]) -> LocalizedText {
        guard steps.contains(.recover) else {
            return LocalizedText(
                en: "Wasn't it you? Then somebody uses your account: write to whoever runs {product}.",
                es: """
                    ¿No fuiste tú? Entonces alguien usa tu cuenta: escribe a quien administra
                    {product}.
                    """)
        }
        return LocalizedText(
            en: """
                Wasn't it you? Then somebody uses your account. Choose a new password by mail,
                which logs all devices out:

                    {recover}
                """,
            es: """
                ¿No fuiste tú? Entonces alguien usa tu cuenta. Elige una contraseña nueva por
                correo, lo que cierra la sesión en todos los dispositivos:

                    {recover}
                """)
    }
}
