import Localization
import MailAPI

extension MailTemplate {
    /// What people are told of what providers told.
    static let revocations: [MailTemplate] = [
        .providerSignedOut, .providerWithdrawn, .providerWithdrawnLast, .providerGoneLast,
    ]

    /// Sessions are over; the provider is a way in still.
    static let providerSignedOut = MailTemplate(
        "provider-signed-out",
        subject: LocalizedText(en: "{product}: you were logged out", es: "{product}: se cerró tu sesión"),
        text: LocalizedText(
            en: """
                {hello}

                {provider} says that you logged out there, so whoever came to your account at {product}
                with {provider} is logged out here as well:

                    {time}

                Nothing else was changed. Log in again as you like. Wasn't it you? Then look
                at your account at {provider}.
                """,
            es: """
                {hello}

                {provider} dice que cerraste la sesión allí, así que quien entró en tu cuenta de
                {product} con {provider} ya no tiene sesión aquí:

                    {time}

                No cambió nada más. Vuelve a iniciar sesión cuando quieras. ¿No fuiste tú?
                Entonces revisa tu cuenta de {provider}.
                """))

    /// The provider is no way in any more, and there is another one.
    static let providerWithdrawn = MailTemplate(
        "provider-withdrawn",
        subject: LocalizedText(en: "{product}: a way in less", es: "{product}: una forma de entrar menos"),
        text: LocalizedText(
            en: """
                {hello}

                {provider} says that it lets nobody into your account at {product} any more. It is
                unlinked, and whoever came with it is logged out:

                    {time}

                Your other ways in stay. To come with {provider} again, log in and link it anew.
                """,
            es: """
                {hello}

                {provider} dice que ya no deja entrar a nadie en tu cuenta de {product}. Está
                desvinculado, y quien entró con él ya no tiene sesión:

                    {time}

                Tus otras formas de entrar siguen igual. Para volver a entrar con {provider}, inicia
                sesión y vincúlalo de nuevo.
                """))

    /// The provider was withdrawn, and would have been the last way in.
    static let providerWithdrawnLast = MailTemplate(
        "provider-withdrawn-last",
        subject: LocalizedText(en: "{product}: you were logged out", es: "{product}: se cerró tu sesión"),
        text: LocalizedText(
            en: """
                {hello}

                {provider} says that it lets nobody into your account at {product} any more. Whoever came
                with it is logged out:

                    {time}

                It is the only way into your account, so it stays linked: you can allow it again at
                {provider}, or set a password by mail, as who has forgotten theirs.
                """,
            es: """
                {hello}

                {provider} dice que ya no deja entrar a nadie en tu cuenta de {product}. Quien entró
                con él ya no tiene sesión:

                    {time}

                Es la única forma de entrar en tu cuenta, así que sigue vinculado: puedes volver a
                permitirlo en {provider}, o poner una contraseña por correo, como quien olvidó la suya.
                """))

    /// The account at the provider is gone, and was the last way in.
    static let providerGoneLast = MailTemplate(
        "provider-gone-last",
        subject: LocalizedText(
            en: "{product}: set a password for your account", es: "{product}: pon una contraseña a tu cuenta"),
        text: LocalizedText(
            en: """
                {hello}

                {provider} says that what it knew you by is deleted. It was the only way into your account at
                {product}. It is unlinked, what it told us is deleted, and whoever came with it is logged out:

                    {time}

                Your account and what is in it are still there: set a password by mail, as who
                has forgotten theirs.
                """,
            es: """
                {hello}

                {provider} dice que borró aquello por lo que te conocía. Era la única forma de entrar en tu
                cuenta de {product}. Está desvinculado, se borró lo que nos dijo, y quien entró con él ya no
                tiene sesión:

                    {time}

                Tu cuenta y lo que hay en ella siguen ahí: pon una contraseña por correo, como quien
                olvidó la suya.
                """))
}
