public import CryptographyAPI
public import FeedAPI
public import HTTPTransportAPI
import Localization
public import PluginKit

/// Has the server's feed for somebody on whose behalf nothing is kept, such as a
/// person at a browser.
public enum OnlineFeedClientPlugin: Plugin {
    /// What the feed needs.
    public struct Dependencies: Sendable {
        /// Asks the server, with the person's credentials.
        public let server: ServerClient
        /// Loads pictures, with the person's credentials.
        public let transport: any HTTPTransport
        /// Tells what is published from what was published before.
        public let hashing: any Hashing
        /// On whose disk what is sent is meanwhile, without a name.
        public let folder: String

        /// Creates the dependencies.
        public init(server: ServerClient, transport: any HTTPTransport, hashing: any Hashing, folder: String) {
            self.server = server
            self.transport = transport
            self.hashing = hashing
            self.folder = folder
        }
    }

    /// What the feed offers.
    public struct Exports: Sendable {
        /// Reads the feed as the person sees it.
        public let reading: any FeedReading
        /// Reads the bytes of pictures.
        public let pictures: any PictureReading
        /// Publishes pictures.
        public let posting: any ImagePosting
        /// Takes published pictures back.
        public let deleting: any ImageDeleting
    }

    /// The name `online-feed`.
    public static let manifest = PluginManifest(
        id: "online-feed",
        summary: LocalizedText(
            en: "The feed and its pictures, as the server has them", es: "Las novedades y sus imágenes en el servidor"))

    /// Builds the feed.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let server = dependencies.server
        return Assembly(
            exports: Exports(
                reading: RemoteFeed(server: server),
                pictures: RemotePictures(
                    transport: dependencies.transport, locations: ServerImages(address: server.address)),
                posting: RemoteImagePosting(
                    server: server, serverOf: nil, hashing: dependencies.hashing, folder: dependencies.folder),
                deleting: RemoteImageDeletion(server: server)))
    }
}
