import CommentsAPI
import CommentsClient
import ComposerFlows
import CoreModels
import FeedAPI
import FeedClient
import FeedScreensAPI
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueuePresentation
import OfflineQueueScreens
import PluginKit
import ScreensAPI
import SecureStorageClient
import SessionsAPI
import SessionsClient

/// Installs what waits for a connection.
enum OfflineQueueWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ storage: Installed<SecureStorageClientPlugin.Exports>, _ sessions: Installed<SessionsClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<OfflineQueueClientPlugin.Exports> {
        try host.install(OfflineQueueClientPlugin.self) { scope in
            let store = try scope[sessions].store
            return try .init(
                secrets: scope[storage].secrets, locks: scope[storage].locks, vault: scope[storage].maintenance,
                handlers: scope.collector(of: QueuedRequestHandlers.self), person: { await store.load().person },
                patience: base.options.sendsWhatWaits ? .seconds(10) : nil, onDelay: base.surroundings.onDelay,
                onSealed: base.surroundings.onSealed, onSent: base.surroundings.onSent, bootTime: { .now })
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) -> Installed<OfflineQueueScreensPlugin.Exports> {
        try host.install(OfflineQueueScreensPlugin.self) { scope in
            let queue = try scope[features.queue].queue, comments = try scope[features.comments].waiting
            return .init(retrying: queue, inspection: queue) { request in
                guard let said = await Self.comment(in: request, of: comments) else { return nil }
                return WaitingDetails(said.description, link: ImageID(request.subject).map(PicturePlaces.link))
            }
        }
    }

    private static func comment(
        in request: WaitingRequest, of comments: (any WaitingCommentsReading)?
    ) async -> CommentMessage? {
        request.kind == .comment ? await comments?.waitingComment(request.id.uuid) : nil
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(OfflineQueuePresentationPlugin.self) { scope in
            let queue = try scope[features.queue].queue, comments = try scope[features.comments].waiting
            let feed = try scope[features.feed].cache
            let others = OtherServers(places: base.places, cryptography: try base.cryptography(in: scope))
            return .init(
                retrying: queue, inspection: queue,
                text: { await Self.comment(in: $0, of: comments)?.description },
                subject: { await Self.picture(of: $0, in: feed) },
                elsewhere: { invocation in await others.waiting().map { $0.text(after: invocation) } })
        }
    }

    /// What people know a picture by, as far as it is kept.
    private static func picture(of request: WaitingRequest, in feed: any FeedCaching) async -> String? {
        guard request.kind == .comment, let id = ImageID(request.subject),
            let image = try? await feed.load()?.images.first(where: { $0.id == id })
        else { return nil }
        let words = [image.description, image.author].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
