import AccountsScreensAPI
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
            let people = scope[ifEnabled: clients, with: comments].map { clients in
                CommentsScreensPlugin.People(
                    comments: clients.scoped(\.comments), posting: clients.scoped(\.commenting),
                    deletion: clients.scoped(\.commentDeletion),
                    permit: WritingPermit(account: clients.scoped(\.account)))
            }
            let shown = scope[ifEnabled: comments, with: clients]
            return .init(comments: shown?.reading, people: people, following: shown?.following)
        }
    }
}
