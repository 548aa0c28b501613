import CoreModels
import CryptographyAPI
import CryptographyTesting
import FeedAPI
import FeedClient
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import PluginKit

/// What clients make of the feed and its pictures.
extension ClientReplay {
    func feed() throws -> FeedClientPlugin.Exports {
        FeedClientPlugin.assemble(
            .init(
                server: authorized, transport: bearer, hashing: try Cryptography.real().hashing,
                cacheFolder: folder.path, clock: ManualClock())
        ).exports
    }

    func loadFeed() async -> [String: JSON] {
        let cursor = fixture.request.query("after_id").flatMap { ImageID($0) }
        let limit = fixture.request.query("limit").flatMap { Int($0) } ?? 10
        do {
            let page = try await feed().feed.loadFeed(after: cursor, limit: limit).page
            return [
                "outcome": .text("page"), "items": .list(page.items.map(\.told)),
                "next": page.next.map { .text("\($0)") } ?? .null,
            ]
        } catch {
            return (error as? FeedError)?.told ?? told("\(error)")
        }
    }

    func loadPicture() async throws -> [String: JSON] {
        do {
            let images = try feed().images
            let data = try await images.loadImageData(from: address.url(path: fixture.request.path))
            return ["outcome": .text("picture"), "bytes": .number(Double(data.count))]
        } catch {
            return (error as? ImageDataError)?.told ?? told("\(error)")
        }
    }
}
