import CoreModels
import FeedAPI
import Localization

/// What the commands that publish and delete say.
enum PostTexts {
    static let summary = LocalizedText(en: "Publish a picture", es: "Publica una imagen")
    static let discussion = LocalizedText(
        en: """
            Takes JPEG, PNG, WebP, GIF, AVIF and HEIC. Where and with what the picture was taken is removed from it before \
            anybody sees it. Without a connection the picture waits on this device, sealed, for a day at most.
            """,
        es: """
            Admite JPEG, PNG, WebP, GIF, AVIF y HEIC. Dónde y con qué se tomó la imagen se borra de ella antes de que \
            nadie la vea. Sin conexión, la imagen espera en este dispositivo, sellada, un día como máximo.
            """)
    static let fileArgument = LocalizedText(en: "The file of the picture", es: "El archivo de la imagen")
    static let descriptionOption = LocalizedText(
        en: "What it shows, in at most \(ImageDraft.maximumDescription) characters",
        es: "Qué muestra, en un máximo de \(ImageDraft.maximumDescription) caracteres")
    static let locationOption = LocalizedText(
        en: "Where it was taken, in at most \(ImageDraft.maximumLocation) characters",
        es: "Dónde se tomó, en un máximo de \(ImageDraft.maximumLocation) caracteres")
    static let publicOption = LocalizedText(
        en: "Show it to everyone, also without an account", es: "Muéstrala a todo el mundo, también sin cuenta")
    static let membersExample = LocalizedText(
        en: "publish for people who are logged in", es: "publica para quienes han iniciado sesión")
    static let publicExample = LocalizedText(en: "publish for everyone", es: "publica para todo el mundo")

    static func notAPicture(_ file: String) -> LocalizedText {
        LocalizedText(
            en: "\(file) is no picture, and nothing was sent. JPEG, PNG, WebP, GIF, AVIF and HEIC can be published.",
            es: "\(file) no es una imagen y no se envió nada. Se pueden publicar JPEG, PNG, WebP, GIF, AVIF y HEIC.")
    }

    static func descriptionUnfit(_ count: Int) -> LocalizedText {
        unfit(LocalizedText(en: "description", es: "descripción"), count, ImageDraft.maximumDescription)
    }

    static func locationUnfit(_ count: Int) -> LocalizedText {
        unfit(LocalizedText(en: "location", es: "ubicación"), count, ImageDraft.maximumLocation)
    }

    private static func unfit(_ field: LocalizedText, _ count: Int, _ limit: Int) -> LocalizedText {
        let sent = LocalizedText(en: "Nothing was sent.", es: "No se envió nada.")
        return
            (count > limit
            ? LocalizedText(
                en: "The \(field.english) has \(count) characters, and may have \(limit).",
                es: "La \(field.spanish) tiene \(count) caracteres y puede tener \(limit).")
            : LocalizedText(
                en: "The \(field.english) has characters that can't be seen, or that act on a screen or turn the text "
                    + "around them.",
                es: "La \(field.spanish) tiene caracteres que no se ven, actúan sobre la pantalla o dan la vuelta al "
                    + "texto de su alrededor.")) + sent
    }

    static let sending = LocalizedText(en: "Sending the picture", es: "Enviando la imagen")
    static let deleteSummary = LocalizedText(en: "Delete a picture of yours", es: "Borra una imagen tuya")
    static let deleteDiscussion = LocalizedText(
        en: """
            The picture goes for everybody, with its comments, and can't be brought back. It needs a connection. \
            Copies that others have taken remain where they are.
            """,
        es: """
            La imagen desaparece para todo el mundo, con sus comentarios, y no se puede recuperar. Necesita conexión. \
            Las copias que otros hayan hecho se quedan donde están.
            """)
    static let deleteExample = LocalizedText(en: "take a picture back", es: "retira una imagen")
    static let deleteUnaskedExample = LocalizedText(en: "without a question", es: "sin preguntar")
    static let yesOption = LocalizedText(en: "Don't ask", es: "No preguntes")
    static let notDeleted = LocalizedText(en: "Nothing was deleted.", es: "No se borró nada.")

    static func notYours(_ title: String?) -> LocalizedText {
        let (english, spanish) = title.map { ("“\($0)”", "«\($0)»") } ?? ("This picture", "Esta imagen")
        return LocalizedText(
            en: "\(english) isn't yours, and only who published a picture can delete it. Nothing was deleted.",
            es: "\(spanish) no es tuya, y solo quien publicó una imagen puede borrarla. No se borró nada.")
    }

    static func deleteQuestion(_ title: String) -> LocalizedText {
        LocalizedText(
            en: "Delete “\(title)” and its comments for good?", es: "¿Borrar «\(title)» y sus comentarios para siempre?"
        )
    }

    static func deleted(_ title: String?) -> LocalizedText {
        guard let title else {
            return LocalizedText(
                en: "Your picture and its comments are deleted.", es: "Tu imagen y sus comentarios están borrados.")
        }
        return LocalizedText(
            en: "“\(title)” and its comments are deleted.", es: "«\(title)» y sus comentarios están borrados.")
    }

    /// Whoever deletes several by the list that they see deletes those that they mean.
    static let numbersStay = LocalizedText(
        en: "The other numbers of the list stay until you see it anew: essential feed",
        es: "Los demás números de la lista siguen igual hasta que la veas de nuevo: essential feed")

    static func posted(_ id: ImageID) -> LocalizedText {
        LocalizedText(en: "The picture is in the feed: \(id)", es: "La imagen está en las novedades: \(id)")
    }
}
