import CryptographyAPI
import CryptographyTesting
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import KernelTesting
import PluginKit

/// The client side of the feed over a transport of a test's choice, with its
/// caches in a new folder.
struct FeedFixture {
    let folder: TemporaryFolder
    let date = ManualDate()
    let clock = ManualClock()
    private let hashing: any Hashing

    init() throws {
        folder = try TemporaryFolder()
        hashing = try Cryptography.real().hashing
    }

    /// Another call is another program on the same folder.
    ///
    /// Nothing is kept in memory unless the test says so.
    func exports(
        _ transport: any HTTPTransport = HTTPTransportStub(failure: .connectivity(reason: "no network in tests")),
        server: String = "https://example.com:8443/base", imageCacheBytes: Int = 1_000_000,
        imageMemoryBytes: Int = 0,
        now: (@Sendable () -> Date)? = nil
    ) -> FeedClientPlugin.Exports {
        FeedClientPlugin.assemble(
            dependencies(
                transport, server: server, imageCacheBytes: imageCacheBytes, imageMemoryBytes: imageMemoryBytes,
                now: now)
        ).exports
    }

    func dependencies(
        _ transport: any HTTPTransport = HTTPTransportStub(failure: .connectivity(reason: "no network in tests")),
        server: String = "https://example.com:8443/base", imageCacheBytes: Int = 1_000_000,
        imageMemoryBytes: Int = 0, now: (@Sendable () -> Date)? = nil
    ) -> FeedClientPlugin.Dependencies {
        FeedClientPlugin.Dependencies(
            server: ServerClient(address: ServerAddress(server)!, transport: transport), transport: transport,
            hashing: hashing, cacheFolder: folder.path(of: "cache"), imageCacheBytes: imageCacheBytes,
            imageMemoryBytes: imageMemoryBytes, now: now ?? date.now, clock: clock)
    }
}
