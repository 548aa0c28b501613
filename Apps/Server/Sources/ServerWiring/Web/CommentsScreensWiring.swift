import BrowsersService
import CommentsClient
import CommentsScreens
import CommentsService
import PluginKit
import ScreensAPI

/// Installs the screens of comments.
enum CommentsScreensWiring {
    static func install(
        _ host: inout PluginHost, _ comments: Installed<CommentsServicePlugin.Exports>,
        _ browsers: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) {
        try host.install(CommentsScreensPlugin.self) { scope in
            let people = scope[ifEnabled: browsers, with: comments].map { clients in
                CommentsScreensPlugin.People(
                    comments: clients.scoped(\.comments.reading), posting: clients.scoped(\.comments.posting),
                    deletion: clients.scoped(\.comments.deleting))
            }
            return .init(comments: scope[ifEnabled: comments]?.reading, people: people)
        }
    }
}
