import FoundationEssentials
import Localization
import ScreensAPI

/// Screens of each kind, with one text of people wherever there can be one.
enum ScreenSamples {
    static let places = ["/", "/p/{id}", "/image/{id}"]
    static let picture = ScreenRoute("/p/{id}"), bytes = ScreenRoute("/image/{id}")

    static func image(saying text: String, size: ScreenPicture.Size?, tint: String? = "#a0b1c2") -> ScreenPicture {
        let whole = bytes.place(text)
        let copies = [320, 640, 1_280].map { ScreenPicture.Copy(whole.with("w", "\($0)"), width: $0) }
        return ScreenPicture(.written(text), at: whole, copies: copies, size: size, tint: tint)
    }

    static func gallery(saying text: String, sizes: [ScreenPicture.Size?] = [.init(width: 1_500, height: 1_000)])
        -> ScreenContents
    {
        let tiles = sizes.enumerated().map { number, size in
            PictureTile(
                image(saying: text, size: size), called: "\(number)", to: picture.place(text), title: .written(text),
                remarks: [.written(text), .words(LocalizedText(en: "2 comments", es: "2 comentarios"))])
        }
        let next = ScreenLink(
            LocalizedText(en: "Older", es: "Anteriores"), to: Place.home.with("after", text), .next)
        return ScreenContents(
            .words(LocalizedText(en: "Pictures", es: "Imágenes")),
            .gallery([PictureGroup(LocalizedText(en: "Today", es: "Hoy"), tiles)], after: [.links([next])]))
    }

    static func picture(saying text: String) -> ScreenContents {
        let link = ScreenLink(LocalizedText(en: "Delete", es: "Borrar"), to: picture.place(text))
        let remarks = [ScreenRemark(by: text, text, at: Date(timeIntervalSince1970: 1_799_990_000), links: [link])]
        let comments = ScreenSection(
            "comments", LocalizedText(en: "Comments", es: "Comentarios"), [.conversation(remarks)])
        return ScreenContents(
            .written(text),
            .picture(
                image(saying: text, size: nil, tint: text),
                beside: [
                    .lines([.written(text), .time(Date(timeIntervalSince1970: 1_700_000_000))]), .section(comments),
                ]))
    }

    static func column(saying text: String) -> ScreenContents {
        ScreenContents(
            .written(text),
            .column([
                .text(.written(text)),
                .links([ScreenLink(LocalizedText(en: "Back", es: "Volver"), to: picture.place(text))]),
            ]))
    }
}
