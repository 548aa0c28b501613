import FeedAPI
import FoundationEssentials
import Localization
import ScreensAPI

/// What the screens of the feed say.
enum FeedScreenTexts {
    static let newest = LocalizedText(en: "Newest pictures", es: "Imágenes más recientes")
    static let see = LocalizedText(en: "See the pictures", es: "Ver las imágenes")
    static let older = LocalizedText(en: "Older pictures", es: "Imágenes anteriores")
    static let newer = LocalizedText(en: "Newer pictures", es: "Imágenes más nuevas")
    static let newerPicture = LocalizedText(en: "Newer picture", es: "Imagen más reciente")
    static let olderPicture = LocalizedText(en: "Older picture", es: "Imagen más antigua")

    static let empty = LocalizedText(en: "No pictures yet", es: "Aún no hay imágenes")
    static let howToBegin = LocalizedText(
        en: "Nobody has published one for everybody. Whoever has an account can.",
        es: "Nadie ha publicado ninguna para todo el mundo. Quien tiene una cuenta puede.")
    static let howPeopleBegin = LocalizedText(
        en: "Nobody has published one yet. Yours can be the first.",
        es: "Nadie ha publicado ninguna todavía. La tuya puede ser la primera.")

    static let backToFeed = LocalizedText(en: "Back to the feed", es: "Volver a las novedades")
    static let unknownCursor = LocalizedText(
        en: "There is no such picture to go on from. Begin with the newest ones.",
        es: "No existe esa imagen desde la que seguir. Empieza por las más recientes.")
    static let unknownPicture = LocalizedText(
        en: "There is no picture at this address that everybody may see.",
        es: "En esta dirección no hay ninguna imagen que pueda ver todo el mundo.")
    static let noSuchPicture = LocalizedText(
        en: "There is no such picture, or not any more.", es: "No existe esa imagen, o ya no existe.")
    static let seenByPeople = LocalizedText(
        en: "Only people who are logged in see it.", es: "Solo la ven quienes han iniciado sesión.")
    static let seenByEverybody = LocalizedText(
        en: "Everyone sees it, also without an account.", es: "La ve todo el mundo, también sin cuenta.")
    static let hidden = LocalizedText(
        en: "Hidden by an administrator: only you see it.", es: "Oculta por un administrador: solo la ves tú.")

    static let notOnDevice = LocalizedText(
        en: "Not on this device. It comes when there is a connection.",
        es: "No está en este dispositivo. Llega cuando haya conexión.")

    /// What is to be said of where pictures come from; nil for nothing.
    static func notice(_ source: ReadFeed.Source, at now: Date) -> ScreenNotice? {
        switch source {
        case .now: return nil
        case .kept(let since, let obstacle):
            let time = LocalizedText.since(since, at: now)
            return ScreenNotice(
                .remark,
                obstacle
                    + LocalizedText(
                        en:
                            "These are the pictures as they were \(time.english). Those that aren't on this device come "
                            + "when there is a connection.",
                        es: "Así estaban las imágenes \(time.spanish). Las que no están en este dispositivo llegan "
                            + "cuando haya conexión."))
        case .meanwhile(let since):
            let time = LocalizedText.since(since, at: now)
            return ScreenNotice(
                .remark,
                LocalizedText(
                    en:
                        "These are the pictures as they were \(time.english). The server is being asked for newer ones: "
                        + "load the page again in a moment.",
                    es:
                        "Así estaban las imágenes \(time.spanish). Se están pidiendo las más recientes: vuelve a cargar "
                        + "la página en un momento."))
        }
    }

    /// What stands after the oldest picture.
    ///
    /// - Parameters:
    ///   - first: When that was published, if it is known.
    ///   - isForEverybody: Whether only those are shown that everybody may see: others may be older.
    static func end(_ first: Date?, isForEverybody: Bool) -> LocalizedText {
        let none =
            isForEverybody
            ? LocalizedText(
                en: "There are no older ones for everybody.", es: "No hay anteriores para todo el mundo.")
            : LocalizedText(en: "There are no older ones.", es: "No hay anteriores.")
        guard let first else { return none }
        let day = LocalizedText.dayInUTC(of: first)
        return LocalizedText(
            en: "The first picture\(isForEverybody ? " for everybody" : "") is of \(day.english).",
            es: "La primera imagen\(isForEverybody ? " para todo el mundo" : "") es del \(day.spanish).")
            + (isForEverybody ? LocalizedText(en: "There are no older ones.", es: "No hay anteriores.") : none)
    }

    static func undescribed(by author: String?) -> LocalizedText {
        guard let author else {
            return LocalizedText(en: "A picture without a description", es: "Una imagen sin descripción")
        }
        return LocalizedText(en: "A picture by \(author)", es: "Una imagen de \(author)")
    }

    static func comments(_ count: Int) -> LocalizedText {
        count == 1
            ? LocalizedText(en: "1 comment", es: "1 comentario")
            : LocalizedText(en: "\(count) comments", es: "\(count) comentarios")
    }

    /// How old a picture is: by hours and days, which need no time zone, then by
    /// its month.
    static func age(of time: Date, at now: Date) -> LocalizedText {
        switch now.timeIntervalSince(time) {
        case ..<86_400: LocalizedText(en: "The last 24 hours", es: "Últimas 24 horas")
        case ..<(7 * 86_400): LocalizedText(en: "The last 7 days", es: "Últimos 7 días")
        default: month(of: time)
        }
    }

    private static func month(of time: Date) -> LocalizedText {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month], from: time)
        let index = (parts.month ?? 1) - 1, year = parts.year ?? 0
        return LocalizedText(en: "\(months.english[index]) \(year)", es: "\(months.spanish[index]) de \(year)")
    }

    private static let months = (
        english: [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ],
        spanish: [
            "Enero", "Febrero", "Marzo", "Abril", "Mayo", "Junio", "Julio", "Agosto", "Septiembre", "Octubre",
            "Noviembre", "Diciembre",
        ]
    )
}
