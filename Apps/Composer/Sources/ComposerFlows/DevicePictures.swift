public import CoreModels
public import FeedAPI
import FoundationEssentials

/// The bytes of pictures as the screens on this device show them: those that are
/// kept, else the server's.
///
/// Without a connection a picture is shown in whatever size it is kept.
public struct DevicePictures: PictureReading {
    private let images: any ImageDataLoading
    private let cache: any ImageDataCaching
    private let locations: any ImageLocating

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - images: Loads pictures, and keeps them.
    ///   - cache: What is kept of them.
    ///   - locations: Where they are.
    public init(images: any ImageDataLoading, cache: any ImageDataCaching, locations: any ImageLocating) {
        self.images = images
        self.cache = cache
        self.locations = locations
    }

    /// Reads the bytes of a picture.
    public func picture(_ id: ImageID, width: Int?) async throws(ImageDataError) -> PictureBytes? {
        let whole = locations.url(of: id)
        do throws(ImageDataError) {
            let url = width.map { locations.url(whole, forWidth: $0) } ?? whole
            return PictureBytes(try await images.loadImageData(from: url), isFinal: true)
        } catch {
            switch error {
            case .notFound: return nil
            case .connectivity:
                guard let data = await cache.anySize(of: id, by: locations) else { throw error }
                // Another size is to be had again later.
                return PictureBytes(data, isFinal: false)
            default: throw error
            }
        }
    }
}

extension PictureBytes {
    fileprivate init(_ data: Data, isFinal: Bool) {
        self.init(data, type: Self.type(of: data), version: nil, isFinal: isFinal)
    }

    /// What pictures begin with; browsers are told not to guess.
    private static func type(of data: Data) -> String {
        if data.starts(with: [0xFF, 0xD8]) { return "image/jpeg" }
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
        if data.starts(with: Data("GIF8".utf8)) { return "image/gif" }
        if data.starts(with: Data("RIFF".utf8)) { return "image/webp" }
        return "application/octet-stream"
    }
}
