import Localization
import MailAPI

extension MailTemplate {
    /// Whoever runs the server has the account deleted.
    static let deletionOrdered = order("account-deletion-ordered", giving: LocalizedText(verbatim: ""))

    /// The same, with a reason.
    static let deletionOrderedBecause = order(
        "account-deletion-ordered-because",
        giving: LocalizedText(
            en: "They give this reason:\n\n    {reason}\n\n", es: "Da este motivo:\n\n    {reason}\n\n"))

    /// - Parameter reason: A paragraph, with the empty line behind it; or nothing.
    private static func order(_ name: StaticString, giving reason: LocalizedText) -> MailTemplate {
        MailTemplate(
            name,
            subject: LocalizedText(
                en: "{product}: your account will be deleted", es: "{product}: tu cuenta se eliminará"),
            text: LocalizedText(
                en: """
                    {hello}

                    Whoever runs {product} has decided to delete your account:

                        {time}

                    \(reason.english)You are logged out everywhere, and can't log in any more. The account will be gone
                    at this time:

                        {end}

                    Until then nothing is deleted. After that your pictures are gone with what others
                    wrote about them, and so are your comments, your passkeys and all else that this
                    server knows of you.

                    If you want to keep it, write to whoever runs {product} before then.
                    """,
                es: """
                    {hello}

                    Quien administra {product} ha decidido eliminar tu cuenta:

                        {time}

                    \(reason.spanish)Se cerraron todas tus sesiones y ya no puedes iniciar otra. La cuenta dejará de
                    existir en este momento:

                        {end}

                    Hasta entonces no se borra nada. Después desaparecen tus imágenes con lo que otros
                    escribieron sobre ellas, tus comentarios, tus llaves de acceso y todo lo demás que
                    este servidor sabe de ti.

                    Si quieres conservarla, escribe antes a quien administra {product}.
                    """))
    }
}
