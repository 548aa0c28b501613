import CoreModels
import FeedAPI
import ScreensAPI

/// The bytes of pictures.
struct PictureFile: Sendable {
    private let route: ScreenRoute
    private let access: Screen.Access
    private let pictures: Scoped<any PictureReading>

    init(at route: ScreenRoute, for access: Screen.Access, _ pictures: Scoped<any PictureReading>) {
        self.route = route
        self.access = access
        self.pictures = pictures
    }

    var file: ScreenFile {
        ScreenFile(route, for: access) { request in
            let width = request.query[FeedPlaces.width.description].flatMap { Int($0) }
            guard let id = ImageID(request.values["id"] ?? ""),
                let picture = try await pictures(at: request.browser).picture(id, width: width)
            else { throw ScreenFailure.notFound(FeedScreenTexts.noSuchPicture) }
            return FileContents(
                picture.bytes, type: picture.type, version: picture.version, isFinal: picture.isFinal)
        }
    }
}
