import CommentsClient
import CommentsPresentation
import CommentsScreens
import ComposerFlows
import OfflineQueueClient
import PluginKit
import ScreensAPI
import SessionsClient
import TokenRefreshClient

/// Installs comments.
enum CommentsWiring {
    static func install(
        on base: ClientInfrastructure, _ host: inout PluginHost,
        _ sessions: Installed<SessionsClientPlugin.Exports>, _ queue: Installed<OfflineQueueClientPlugin.Exports>,
        _ refresh: Installed<TokenRefreshClientPlugin.Exports>
    ) throws(PluginHostError) -> Installed<CommentsClientPlugin.Exports> {
        try host.install(CommentsClientPlugin.self) { scope in
            try .init(
                server: base.client(over: scope[refresh].transport),
                serverOf: base.clients(over: scope[refresh].transportOf), sessions: scope[sessions].store,
                queue: scope[queue].queue, cacheFolder: base.places.cache)
        }
    }

    static func installScreens(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(CommentsScreensPlugin.self) { scope in
            let comments = try deviceComments(in: scope, features)
            return .init(
                comments: comments,
                people: .init(
                    comments: Scoped(always: comments), posting: Scoped(always: try scope[features.comments].posting),
                    deletion: Scoped(always: try scope[features.comments].deleting),
                    waiting: try scope[features.comments].waiting.map { Scoped(always: $0) }))
        }
    }

    static func installCommands(
        on base: ClientInfrastructure, _ host: inout PluginHost, _ features: ClientFeatures
    ) throws(PluginHostError) {
        try host.install(CommentsPresentationPlugin.self) { scope in
            try .init(
                loading: deviceComments(in: scope, features), posting: scope[features.comments].posting,
                deleting: scope[features.comments].deleting, waiting: scope[features.comments].waiting)
        }
    }

    private static func deviceComments(
        in scope: borrowing PluginScope, _ features: ClientFeatures
    ) throws(PluginHostError) -> DeviceComments {
        DeviceComments(
            try scope[features.comments].loading, kept: try scope[features.comments].kept,
            sessions: try scope[features.sessions].store)
    }
}
