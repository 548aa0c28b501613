import CoreModels
import FeedAPI
import ScreensAPI

/// The bytes of pictures that not everybody may see.
struct PictureFile: Sendable {
    let pictures: Scoped<any PictureReading>

    var file: ScreenFile {
        ScreenFile(FeedPlaces.ownBytes, for: .people) { request in
            let width = request.query[FeedPlaces.width.description].flatMap { Int($0) }
            guard let id = ImageID(request.values["id"] ?? ""),
                let picture = try await pictures(at: request.browser).picture(id, width: width)
            else { throw ScreenFailure.notFound(FeedScreenTexts.noSuchPicture) }
            return FileContents(
                picture.bytes, type: picture.type, version: picture.version, isFinal: picture.isFinal)
        }
    }
}
