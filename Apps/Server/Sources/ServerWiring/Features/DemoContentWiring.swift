import AccountsService
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import DemoContentService
import FeedService
import PluginKit

/// Installs the pictures that a demonstration shows, where the configuration asks for it.
enum DemoContentWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ accounts: Installed<AccountsServicePlugin.Exports>, _ feed: Installed<FeedServicePlugin.Exports>,
        _ comments: Installed<CommentsServicePlugin.Exports>
    ) throws(PluginHostError) {
        let isWanted = DemoContentServicePlugin.isWanted(in: base.configuration)
        try host.install(DemoContentServicePlugin.self, when: isWanted) { scope in
            try .init(
                accounts: scope[accounts].accounts, verification: scope[accounts].verification,
                images: scope[feed].publishing, comments: scope[comments].publishing,
                random: scope[base.cryptography].random, log: scope[base.log], now: scope[base.now])
        }
    }
}
