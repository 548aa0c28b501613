import CoreModels
import FeedAPI
import FeedContract
import FoundationEssentials
import HTTPTransportAPI

/// Knows that pictures lie below the server's address.
struct ServerImages: ImageLocating {
    let address: ServerAddress

    func url(of id: ImageID) -> URL {
        address.url(path: FeedContract.imagePath(id))
    }
}
