import BrowsersService
import CommentsScreens
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import FeedScreens
import FeedScreensAPI
import FeedService
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import Localization
import LoginScreens
import LoginService
package import PluginKit
import ScreensAPI
package import ScreensHosting
import SessionsAPI

/// What shows the features to browsers.
package struct Web {
    /// Shows the screens.
    package let hosting: Installed<ScreensHostingPlugin.Exports>
    /// What people can do from a browser; left out where there are no screens but
    /// those that mailed links lead to.
    let clients: Installed<BrowserScopes<BrowserClient>>
    /// Leads the people at browsers to the server's own answers.
    package let door: OwnDoor
}

/// Installs the screens of the features, and what shows them to browsers.
///
/// Where what people have at browsers is switched off, the plugin `web`, there are
/// no screens but those that mailed links open. A screen does without a feature
/// that is switched off.
enum WebWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost,
        _ feed: Installed<FeedServicePlugin.Exports>, _ comments: Installed<CommentsServicePlugin.Exports>,
        _ login: Installed<LoginServicePlugin.Exports>
    ) throws(PluginHostError) -> Web {
        let door = OwnDoor(), clients = try installClients(on: base, &host, door)
        try host.install(FeedScreensPlugin.self) { scope in
            .init(
                feed: scope[feed, ifEnabled: clients]?.reading, sections: scope.collector(of: PictureSections.self))
        }
        try host.install(CommentsScreensPlugin.self) { scope in
            .init(comments: scope[comments, ifEnabled: clients]?.reading)
        }
        try host.install(LoginScreensPlugin.self) { scope in
            let part = scope[clients, ifEnabled: login]
            return .init(login: part?.scoped(\.login), logout: part?.scoped(\.logout))
        }
        return Web(hosting: try installHosting(on: base, &host, clients), clients: clients, door: door)
    }

    /// Installs what shows the screens of all plugins.
    private static func installHosting(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) -> Installed<ScreensHostingPlugin.Exports> {
        try host.install(ScreensHostingPlugin.self) { scope in
            let random = try scope[base.cryptography].random
            return try .init(
                screens: scope.collector(of: Screens.self), navigation: scope.collector(of: ScreenNavigation.self),
                steps: scope.collector(of: ScreenSteps.self), browsers: scope[ifEnabled: clients],
                hashing: scope[base.cryptography].hashing, root: root(base), makeKey: { (try? random.text()) ?? "" },
                now: scope[base.now])
        }
    }

    /// Installs what knows browsers again, each with a client of this server.
    private static func installClients(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ door: OwnDoor
    ) throws(PluginHostError) -> Installed<BrowserScopes<BrowserClient>> {
        let vaults = try host.install(BrowsersServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                now: scope[base.now])
        }
        // Nothing leaves the process, so the name says only that it can't be read on the way.
        guard let address = ServerAddress("https://localhost" + root(base)) else { preconditionFailure("a constant") }
        return try host.install(WebPlugin.self) { scope in
            let ids = RequestIDs(random: try scope[base.cryptography].random), logger = try scope[base.log]
            let transport = VisitTransport(door: door, makeRequestID: { ids.next() })
            let scopes = try BrowserScopes(scope[vaults]) { vault, visitor in
                BrowserClient(
                    vault, device: visitor.deviceName, address: address, transport: transport, logger: logger)
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
private enum WebPlugin: Plugin {
    static let manifest = PluginManifest(
        id: "web",
        summary: LocalizedText(
            en: "What people see and do in browsers", es: "Lo que se ve y se hace en los navegadores"))

    static func assemble(
        _ dependencies: (scopes: BrowserScopes<BrowserClient>, door: OwnDoor)
    ) -> Assembly<BrowserScopes<BrowserClient>> {
        Assembly(exports: dependencies.scopes, services: [dependencies.door])
    }
}

extension PluginScope {
    /// What a plugin offers, where another one is there as well.
    subscript<Exports, Condition>(_ plugin: Installed<Exports>, ifEnabled condition: Installed<Condition>) -> Exports? {
        self[ifEnabled: condition] == nil ? nil : self[ifEnabled: plugin]
    }
}
