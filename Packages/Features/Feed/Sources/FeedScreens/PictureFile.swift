import CoreModels
import FeedAPI
import ScreensAPI

/// The bytes of pictures.
struct PictureFile: Sendable {
    let pictures: any PictureReading

    var file: ScreenFile {
        ScreenFile(FeedPlaces.bytes) { request in
            let width = request.query[FeedPlaces.width.description].flatMap { Int($0) }
            guard let id = ImageID(request.values["id"] ?? ""),
                let picture = try await pictures.picture(id, width: width)
            else { throw ScreenFailure.notFound(FeedScreenTexts.unknownPicture) }
            return FileContents(
                picture.bytes, type: picture.type, version: picture.version, isFinal: picture.isFinal)
        }
    }
}
