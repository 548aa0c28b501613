import BrowsersService
import CommentsScreens
import CommentsService
import PluginKit
import ScreensAPI
import ServerWebWiring

/// Installs the screens of comments.
enum CommentsScreensWiring {
    static func install(
        _ host: inout PluginHost, _ comments: Installed<CommentsServicePlugin.Exports>,
        _ clients: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) {
        try host.install(CommentsScreensPlugin.self) { scope in
            let clients = try scope[clients]
            let people = scope[ifEnabled: comments].map { _ in
                CommentsScreensPlugin.People(
                    comments: clients.scoped(\.comments), posting: clients.scoped(\.commenting),
                    deletion: clients.scoped(\.commentDeletion))
            }
            return .init(comments: scope[ifEnabled: comments]?.reading, people: people)
        }
    }
}
