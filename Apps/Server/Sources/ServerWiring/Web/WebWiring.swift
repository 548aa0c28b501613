import AccountsService
import BrowsersService
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import FeedService
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import Localization
import LoginService
import PasswordChangeService
package import PluginKit
import ScreensAPI
package import ScreensHosting
import ScreensHostingAPI
package import ServerWebWiring
import SessionsAPI
import SessionsService

/// What shows the features to browsers.
package struct Web {
    /// Shows the screens.
    package let hosting: Installed<ScreensHostingPlugin.Exports>
    /// Leads the people at browsers to the server's own answers.
    package let door: OwnDoor
}

/// The features that have screens.
struct ShownFeatures {
    let sessions: Installed<SessionsServicePlugin.Exports>
    let accounts: Installed<AccountsServicePlugin.Exports>
    let login: Installed<LoginServicePlugin.Exports>
    let passwordChange: Installed<Void>
    let feed: Installed<FeedServicePlugin.Exports>
    let comments: Installed<CommentsServicePlugin.Exports>
}

/// Installs the screens of the features, and what shows them to browsers.
///
/// Screens do without a feature that is switched off.
enum WebWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ features: ShownFeatures
    ) throws(PluginHostError) -> Web {
        let door = OwnDoor(), browsers = try installBrowsers(on: base, &host, door)
        try FeedScreensWiring.install(&host, features.feed, browsers)
        try CommentsScreensWiring.install(&host, features.comments, browsers)
        try AccountScreensWiring.install(&host, browsers, features)
        let hosting = try host.install(ScreensHostingPlugin.self) { scope in
            let random = try scope[base.cryptography].random
            return try .init(
                screens: scope.collector(of: Screens.self), files: scope.collector(of: ScreenFiles.self),
                navigation: scope.collector(of: ScreenNavigation.self), steps: scope.collector(of: ScreenSteps.self),
                browsers: scope[ifEnabled: browsers],
                uploads: Uploads(
                    folder: FeedServicePlugin.incoming(in: scope[base.folder]),
                    maximumBytes: FeedServicePlugin.maximumImageBytes(in: base.configuration)),
                hashing: scope[base.cryptography].hashing, root: root(base), makeKey: { (try? random.text()) ?? "" },
                now: scope[base.now])
        }
        return Web(hosting: hosting, door: door)
    }

    /// Installs what knows browsers again, each with a client of this server.
    private static func installBrowsers(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ door: OwnDoor
    ) throws(PluginHostError) -> Installed<BrowserScopes<BrowserClient>> {
        let keeping = try host.install(BrowsersServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                now: scope[base.now])
        }
        // Nothing leaves the process, so the name says only that it can't be read on the way.
        guard let address = ServerAddress("https://localhost" + root(base)) else { preconditionFailure("a constant") }
        return try host.install(BrowserClientsPlugin.self) { scope in
            let ids = RequestIDs(random: try scope[base.cryptography].random), logger = try scope[base.log]
            let transport = VisitTransport(through: door, makeRequestID: { ids.next() })
            let means = try BrowserClient.Means(
                address: address, transport: transport, hashing: scope[base.cryptography].hashing,
                folder: FeedServicePlugin.incoming(in: scope[base.folder]), logger: logger)
            let scopes = try scope[keeping].browsers { vault, visitor in
                BrowserClient(vault, device: visitor.deviceName, means)
            } personOf: { client in
                await client.sessions.load().person
            }
            return (scopes, door)
        }
    }

    /// The path of the first screen, with a slash at its end.
    private static func root(_ base: ServerInfrastructure) -> String {
        (base.configuration[HTTPServingSection.publicURL]?.path() ?? "") + "/"
    }
}

/// Has a client of this server for each browser.
private enum BrowserClientsPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "browser-clients",
        summary: LocalizedText(
            en: "A client of this server for each browser", es: "Un cliente de este servidor por navegador"))

    static func assemble(
        _ dependencies: (scopes: BrowserScopes<BrowserClient>, door: OwnDoor)
    ) -> Assembly<BrowserScopes<BrowserClient>> {
        Assembly(exports: dependencies.scopes, services: [dependencies.door])
    }
}
