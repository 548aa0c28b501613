import AdministrationAPI
import CoreModels
import FeedAPI
import Localization
import ScreensAPI

/// What administrators see of a picture, which others may not see.
enum HiddenPicture {
    private static let route = ScreenRoute("/admin/pictures/{id}/bytes")
    private static let width: StaticString = "w"
    /// How wide a picture is loaded that is shown small.
    private static let smallWidth = 320

    /// Where the bytes are.
    static func place(_ id: ImageID) -> Place { route.place("\(id)") }

    static func file(_ seat: AdministratorSeat) -> ScreenFile {
        ScreenFile(route, isThere: { await seat.isThere(at: $0) }) { request in
            try await seat(request) { desk in
                let width = request.query[width.description].flatMap { Int($0) }
                guard let id = request.values["id"].flatMap({ ImageID($0) }),
                    let picture = try await desk.pictureBytes(id, width: width)
                else { throw ScreenFailure.notFound(PictureTexts.unknown) }
                return FileContents(
                    picture.bytes, type: picture.type, version: picture.version, isFinal: picture.isFinal)
            }
        }
    }

    static func title(of picture: SeenPicture) -> ScreenText {
        picture.description.map { .written($0) } ?? .words(PictureTexts.untitled)
    }

    static func small(_ picture: SeenPicture) -> ScreenPicture {
        let whole = place(picture.id)
        let copy = ScreenPicture.Copy(whole.with(width, "\(smallWidth)"), width: smallWidth)
        return ScreenPicture(title(of: picture), at: whole, copies: [copy], size: nil, tint: nil)
    }

    static func facts(of picture: SeenPicture) -> [ScreenText] {
        var facts: [ScreenText] = []
        if let author = picture.author {
            facts += [.words(PictureTexts.author), .name(author.name)]
        } else {
            facts.append(.words(PictureTexts.nobody))
        }
        facts.append(.moment(PictureTexts.published, picture.createdAt))
        if picture.isForMembers { facts.append(.words(PictureTexts.members)) }
        guard let hiddenAt = picture.hiddenAt else { return facts }
        facts.append(.moment(PictureTexts.hiddenSince, hiddenAt))
        if let administrator = picture.hiddenBy {
            facts += [.words(PictureTexts.hiddenBy), .name(administrator.name)]
        } else {
            facts.append(.words(PictureTexts.hiddenElsewhere))
        }
        return facts
    }

    static func entry(_ picture: SeenPicture) -> ScreenEntry {
        let words = picture.description ?? "\(picture.id)"
        let link = ScreenLink(
            PictureTexts.look, to: PictureScreen.place(picture.id),
            called: LocalizedText(
                en: "\(PictureTexts.look.english) \(words)", es: "\(PictureTexts.look.spanish) \(words)"))
        return ScreenEntry(
            title(of: picture), facts(of: picture), [.thumbnail(small(picture)), .links([link])])
    }
}
