import CoreModels
import FeedAPI
import ScreensAPI

/// The bytes of pictures.
struct PictureFile: Sendable {
    private let route: ScreenRoute
    private let access: Screen.Access
    private let pictures: Scoped<any PictureReading>
    private let isOnDevice: Bool

    /// - Parameter isOnDevice: Whether it is the person's own device that has them.
    init(
        at route: ScreenRoute, for access: Screen.Access, _ pictures: Scoped<any PictureReading>, isOnDevice: Bool
    ) {
        self.route = route
        self.access = access
        self.pictures = pictures
        self.isOnDevice = isOnDevice
    }

    var file: ScreenFile {
        ScreenFile(route, for: access) { request in
            let width = request.query[FeedPlaces.width.description].flatMap { Int($0) }
            guard let id = ImageID(request.values["id"] ?? ""),
                let picture = try await read(id, width: width, for: request)
            else { throw ScreenFailure.notFound(FeedScreenTexts.noSuchPicture) }
            return FileContents(
                picture.bytes, type: picture.type, version: picture.version, isFinal: picture.isFinal)
        }
    }

    private func read(
        _ id: ImageID, width: Int?, for request: ScreenRequest
    ) async throws -> PictureBytes? {
        do {
            return try await pictures(at: request.browser).picture(id, width: width)
        } catch ImageDataError.connectivity where isOnDevice {
            throw AbsentPicture(FeedScreenTexts.notOnDevice)
        }
    }
}
