import CoreModels
public import FeedAPI
import FoundationEssentials

extension FeedImage {
    /// Makes a picture for a test; pictures of different numbers differ.
    public static func make(
        _ number: UInt8 = 1, description: String? = "a picture", location: String? = "a place"
    ) -> FeedImage {
        let id = ImageID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number)))
        var components = URLComponents()
        (components.scheme, components.host, components.path) = ("https", "example.com", "/image/\(id)")
        return FeedImage(
            id: id, description: description, location: location, url: components.url ?? URL(filePath: "/"))
    }
}
