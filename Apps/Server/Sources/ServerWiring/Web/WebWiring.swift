import AccountVerificationService
import AccountsService
import AddressChangeService
import AdministrationService
import BrowsersService
import CommentsService
import ConfigurationAPI
import CryptographyAPI
import ExternalProvidersService
import FeedService
import FoundationEssentials
import HTTPServingAPI
import HTTPTransportAPI
import Localization
import LoginService
import PasskeysService
import PasswordChangeService
import PasswordRecoveryService
package import PluginKit
import RegistrationService
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
    /// What people can do from a browser; left out where there are no screens but
    /// those that mailed links lead to.
    let clients: Installed<BrowserScopes<BrowserClient>>
    /// Leads the people at browsers to the server's own answers.
    package let door: OwnDoor
}

/// The features that have screens.
struct ShownFeatures {
    let sessions: Installed<SessionsServicePlugin.Exports>
    let accounts: Installed<AccountsServicePlugin.Exports>
    let accountDeletion: Installed<Void>
    let login: Installed<LoginServicePlugin.Exports>
    let providers: Installed<ExternalProvidersServicePlugin.Exports>
    let passkeys: Installed<PasskeysServicePlugin.Exports>
    let registration: Installed<Void>
    let invitations: Installed<InvitationsServicePlugin.Exports>
    let verification: Installed<AccountVerificationServicePlugin.Exports>
    let addressChange: Installed<AddressChangeServicePlugin.Exports>
    let passwordChange: Installed<Void>
    let secondFactor: Installed<Void>
    let recovery: Installed<PasswordRecoveryServicePlugin.Exports>
    let feed: Installed<FeedServicePlugin.Exports>
    let comments: Installed<CommentsServicePlugin.Exports>
    let administration: Installed<AdministrationServicePlugin.Exports>
}

/// Installs the screens of the features, and what shows them to browsers.
///
/// A feature's screens need what people have at browsers, the plugin `web`; a
/// screen does without another feature that is switched off.
enum WebWiring {
    static func install(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ features: ShownFeatures
    ) throws(PluginHostError) -> Web {
        let door = OwnDoor(), clients = try installClients(on: base, &host, door)
        try FeedScreensWiring.install(&host, features.feed, clients)
        try CommentsScreensWiring.install(&host, features.comments, clients)
        try AccountScreensWiring.install(&host, clients, features)
        try ExternalProvidersWiring.installScreens(&host, clients, features.providers)
        try PasskeysWiring.installScreens(&host, clients, features.passkeys)
        try AdministrationWiring.installScreens(&host, clients, features.administration)
        let hosting = try installHosting(on: base, &host, clients)
        let web = Web(hosting: hosting, clients: clients, door: door)
        let confirmation = try installVerification(&host, web, features.verification)
        try installRegistration(&host, web, features.registration, confirmation)
        try installInvitations(&host, web, features.invitations)
        try installRecovery(&host, web, features.recovery)
        try AccountScreensWiring.installPreferences(&host, clients)
        return web
    }

    /// Installs what shows the screens of all plugins.
    private static func installHosting(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ clients: Installed<BrowserScopes<BrowserClient>>
    ) throws(PluginHostError) -> Installed<ScreensHostingPlugin.Exports> {
        try host.install(ScreensHostingPlugin.self) { scope in
            let random = try scope[base.cryptography].random
            return try .init(
                screens: scope.collector(of: Screens.self), passages: scope.collector(of: ScreenPassages.self),
                files: scope.collector(of: ScreenFiles.self),
                navigation: scope.collector(of: ScreenNavigation.self),
                news: scope.collector(of: ScreenNews.self), steps: scope.collector(of: ScreenSteps.self),
                live: scope.collector(of: LiveSources.self), browsers: scope[ifEnabled: clients],
                uploads: Uploads(
                    folder: FeedServicePlugin.incoming(in: scope[base.folder]),
                    maximumBytes: FeedServicePlugin.maximumImageBytes(in: base.configuration)),
                database: scope[base.database], hashing: scope[base.cryptography].hashing, root: root(base),
                makeKey: { (try? random.text()) ?? "" },
                now: scope[base.now])
        }
    }

    /// Installs what knows browsers again, each with a client of this server.
    private static func installClients(
        on base: ServerInfrastructure, _ host: inout PluginHost, _ door: OwnDoor
    ) throws(PluginHostError) -> Installed<BrowserScopes<BrowserClient>> {
        let keeping = try host.install(BrowsersServicePlugin.self) { scope in
            try .init(
                database: scope[base.database], cryptography: scope[base.cryptography], serverKeys: scope[base.keys],
                now: scope[base.now])
        }
        return try host.install(WebPlugin.self) { scope in
            let ids = RequestIDs(random: try scope[base.cryptography].random), logger = try scope[base.log]
            let hashing = try scope[base.cryptography].hashing
            let transport = VisitTransport(through: door, hashing: hashing, makeRequestID: { ids.next() })
            let means = try BrowserClient.Means(
                // Nothing leaves the process, so the name says only that it can't be read on the way.
                address: ServerAddress(parsing: "https://localhost" + root(base)), transport: transport,
                hashing: hashing,
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
