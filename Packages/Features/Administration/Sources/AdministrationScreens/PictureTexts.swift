import Localization

/// What the administrators' pages about pictures say.
enum PictureTexts {
    static let pictures = LocalizedText(en: "Pictures", es: "Imágenes")
    static let hidden = LocalizedText(en: "Hidden pictures", es: "Imágenes ocultas")
    static let onlyHidden = LocalizedText(en: "Only hidden ones", es: "Solo las ocultas")
    static let all = LocalizedText(en: "All pictures", es: "Todas las imágenes")
    static let noneHidden = LocalizedText(en: "No picture is hidden.", es: "No hay ninguna imagen oculta.")
    static let none = LocalizedText(en: "No picture comes after that.", es: "No sigue ninguna imagen más.")
    static let more = LocalizedText(en: "More pictures", es: "Más imágenes")
    static let look = LocalizedText(en: "Look at", es: "Ver")
    static let untitled = LocalizedText(en: "A picture without a description", es: "Una imagen sin descripción")
    static let author = LocalizedText(en: "Published by:", es: "La publicó:")
    static let nobody = LocalizedText(en: "Its author isn't there any more.", es: "Su autor ya no está.")
    static let published = LocalizedText(en: "Published:", es: "Publicada:")
    static let hiddenSince = LocalizedText(en: "Hidden:", es: "Oculta:")
    static let hiddenBy = LocalizedText(en: "Hidden by:", es: "La ocultó:")
    static let hiddenElsewhere = LocalizedText(
        en: "Hidden by a command, or by somebody who isn't there any more.",
        es: "La ocultó una orden, o alguien que ya no está.")
    static let members = LocalizedText(en: "For members only", es: "Solo para miembros")
    static let find = LocalizedText(en: "Find", es: "Buscar")
    static let which = LocalizedText(en: "Identifier or address", es: "Identificador o dirección")
    static let whichHint = LocalizedText(
        en: "The address of its page, as your browser shows it.",
        es: "La dirección de su página, como la muestra tu navegador.")
    static let unknown = LocalizedText(
        en: "There is no such picture, or not any more. Nothing was changed.",
        es: "No existe esa imagen, o ya no. No se cambió nada.")
    static let whole = LocalizedText(en: "The whole picture", es: "La imagen entera")
    static let hide = LocalizedText(en: "Hide this picture", es: "Ocultar esta imagen")
    static let hiding = LocalizedText(
        en: "Only its author sees it then, with its comments. Nothing is deleted, and you can show it again.",
        es: "Entonces solo la ve su autor, con sus comentarios. No se borra nada, y puedes volver a mostrarla.")
    static let isHidden = LocalizedText(
        en: "The picture is hidden: only its author sees it.", es: "La imagen está oculta: solo la ve su autor.")
    static let wasHidden = LocalizedText(
        en: "The picture was hidden before. Nothing was changed.", es: "La imagen ya estaba oculta. No se cambió nada.")
    static let show = LocalizedText(en: "Show this picture again", es: "Volver a mostrar esta imagen")
    static let showing = LocalizedText(
        en: "Those for whom its author meant it see it again.", es: "La vuelven a ver quienes su autor quiso.")
    static let isShown = LocalizedText(en: "The picture is shown again.", es: "La imagen se vuelve a mostrar.")
    static let wasShown = LocalizedText(
        en: "The picture wasn't hidden any more. Nothing was changed.",
        es: "La imagen ya no estaba oculta. No se cambió nada.")
}
