package import FeedAPI
import FeedClient
import PluginKit

extension BrowserClient {
    /// The feed.
    package var feed: any FeedReading { online.reading }
    /// The bytes of its pictures.
    package var pictures: any PictureReading { online.pictures }
    /// Publishing pictures.
    package var publishing: any ImagePosting { online.posting }
    /// Taking them back.
    package var pictureDeletion: any ImageDeleting { online.deleting }

    private var online: OnlineFeedClientPlugin.Exports {
        OnlineFeedClientPlugin.assemble(
            .init(server: server, transport: authorized, hashing: means.hashing, folder: means.folder)
        ).exports
    }
}
