import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI

/// Knows that pictures lie below the server's address, also smaller ones.
struct ServerImages: ImageLocating {
    let address: ServerAddress

    func url(of id: ImageID) -> URL {
        address.url(path: FeedContract.imagePath(id))
    }

    func url(_ image: URL, forWidth pixels: Int) -> URL {
        guard let width = FeedContract.widths.first(where: { $0 >= pixels }), image.query() == nil,
            var components = URLComponents(url: image, resolvingAgainstBaseURL: true)
        else { return image }
        components.queryItems = [URLQueryItem(name: FeedContract.widthParameter, value: "\(width)")]
        return components.url ?? image
    }
}
