import CoreModels
import FeedContract
import FoundationEssentials
public import KernelTesting

/// What fuzzers try of the package.
public enum FeedFuzzing {
    /// Pages of the feed.
    public static let readers: [FuzzedReader] = [page]

    /// Foundation's decoder, which is slower, has to say the same.
    private static let page = FuzzedReader("feed-page") { bytes in
        let text = Data(bytes)
        let page = try? FeedContract.Feed(decoding: text)
        guard let page else { return }
        let other = try? WireCoding.decoder().decode(Message.self, from: text)
        precondition(other.map { FeedContract.Feed(items: $0.items) } == page, "two readers see different pages")
        // Times are written in whole seconds.
        let written = page.encoded
        precondition((try? FeedContract.Feed(decoding: written))?.encoded == written, "a page doesn't come back")
    }

    private struct Message: Decodable {
        let items: [FeedContract.Item]
    }
}
