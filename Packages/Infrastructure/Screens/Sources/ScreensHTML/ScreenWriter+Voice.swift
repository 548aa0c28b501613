import Localization
import ScreensAPI

/// What scripts say.
package enum ScreenWords {
    /// The attributes in which it is.
    package static let names = (ScreenWriter.said + ScreenWriter.away).map(\.name.description)
}

extension ScreenWriter {
    /// Where scripts tell something to those who don't see it, what they say, and
    /// what they follow.
    func voice() -> Markup {
        let topics = surroundings.topics.map(\.text).joined(separator: " ")
        let own = surroundings.ownTopics.map { "on=" + $0.text }.joined(separator: "&")
        return .element(
            "p",
            [
                Attribute("id", "said"), Attribute("class", "unseen"), Attribute("role", "status"),
                Attribute("data-live-at", surroundings.root + "live"), Attribute("data-proof", surroundings.proof),
            ] + (topics.isEmpty ? [] : [Attribute("data-live", topics)])
                + (own.isEmpty ? [] : [Attribute("data-own", own)])
                + (Self.said + (own.isEmpty ? [] : Self.away)).map { Attribute($0.name, words($0.text)) })
    }

    /// What they say where the program that doesn't answer is the person's to start.
    static let away: [(name: StaticString, text: LocalizedText)] = [
        (
            "data-away",
            LocalizedText(
                en:
                    "Essential doesn't answer any more. What you wrote is still here: open it again with essential app, "
                    + "and copy it into the new window.",
                es: "Essential ya no responde. Lo que escribiste sigue aquí: ábrelo de nuevo con essential app y "
                    + "cópialo en la ventana nueva.")
        ),
        (
            "data-unsure",
            LocalizedText(
                en:
                    "Essential doesn't answer any more. What you wrote is still here, but it may have been sent: open it "
                    + "again with essential app, and look there before you copy it.",
                es:
                    "Essential ya no responde. Lo que escribiste sigue aquí, pero puede que se enviara: ábrelo de nuevo "
                    + "con essential app y míralo allí antes de copiarlo.")
        ),
    ]

    /// The names of what scripts say, and what it is.
    static let said: [(name: StaticString, text: LocalizedText)] = [
        ("data-more", LocalizedText(en: "{count} more pictures", es: "{count} imágenes más")),
        (
            "data-lost",
            LocalizedText(
                en: "The server doesn't answer. What you see stays; try again in a moment.",
                es: "El servidor no responde. Lo que ves se queda; inténtalo de nuevo en un momento.")
        ),
        (
            "data-unsent",
            LocalizedText(
                en: "The server didn't answer. What you made is still here: try again in a moment.",
                es: "El servidor no respondió. Lo que hiciste sigue aquí: inténtalo de nuevo en un momento.")
        ),
        ("data-sending", LocalizedText(en: "On its way", es: "De camino")),
        ("data-there", LocalizedText(en: "Your comment is there.", es: "Tu comentario ya está.")),
        ("data-news", LocalizedText(en: "The comments have changed.", es: "Los comentarios han cambiado.")),
        ("data-show", LocalizedText(en: "Show them", es: "Mostrarlos")),
        ("data-close", LocalizedText(en: "Close", es: "Cerrar")),
        ("data-deleting", LocalizedText(en: "Deleting “{what}”…", es: "Borrando «{what}»…")),
        ("data-undo", LocalizedText(en: "Undo", es: "Deshacer")),
        ("data-kept", LocalizedText(en: "It stays.", es: "Se queda.")),
        (
            "data-gone",
            LocalizedText(
                en: "It is gone: it was deleted elsewhere meanwhile.",
                es: "Ya no está: se borró en otro sitio mientras tanto.")
        ),
        ("data-deleted", LocalizedText(en: "It is deleted.", es: "Se ha borrado.")),
        ("data-uploading", LocalizedText(en: "The picture is on its way", es: "La imagen está de camino")),
        ("data-cancel", LocalizedText(en: "Cancel", es: "Cancelar")),
        ("data-cancelled", LocalizedText(en: "Cancelled.", es: "Cancelado.")),
        ("data-keys", LocalizedText(en: "Keys", es: "Teclas")),
        (
            "data-shortcuts",
            LocalizedText(
                en: "j k|Next, previous\nEnter|Open\n← →|Newer, older picture\nc|Comment\nn|Publish\ng f|To the feed\n"
                    + "?|These keys\nEsc|Close, leave a field",
                es:
                    "j k|Siguiente, anterior\nEnter|Abrir\n← →|Imagen más reciente, más antigua\nc|Comentar\nn|Publicar\n"
                    + "g f|A las novedades\n?|Estas teclas\nEsc|Cerrar, salir de un campo")
        ),
    ]
}
