import AccountsService
import AccountsServiceAPI
import ConfigurationAPI
import ConfigurationSources
import CoreModels
import CryptographyAPI
import FoundationEssentials
import HTTPServingAPI
import HTTPServingRouting
import Localization
import PluginKit
import ServerWebWiring

/// A server on a copy of data, to see whether it would serve: it listens nowhere, and asks nobody.
///
/// Its configuration is as it comes, whatever the operator's says, so that no letter, event or question of the copy's
/// leaves the machine; what is mailed lies in the copy.
struct RehearsedServer {
    private let plugins: Composition
    private let accounts: any AccountCreating
    private let cryptography: Cryptography
    private let makeRouter: @Sendable () throws -> Router
    private let folder: String

    /// - Parameter folder: Has the copy, for this alone.
    init(_ loader: ServerConfigurationLoader, data folder: String) throws {
        let quiet = ConfigurationLoader.Flag(name: "log.level", value: "critical")
        let configuration = try ConfigurationLoader(flags: [quiet]).load(loader.declarations.keys)
        var host = PluginHost(disabled: Set(try loader.load()[ServerSettings.disabledPlugins]))
        let base = try ServerInfrastructure.install(&host, configuration, data: folder)
        // Without settings there is neither a folder nor a schedule: a copy makes and removes no backup.
        try base.installBackups(&host, access: nil)
        let features = try ServerFeatures(on: base, &host)
        try ServerHTTP.installOwnRoutes(on: base, &host, features.web)
        let door = try host.install(InnerDoor.self) { scope in
            try ServerHTTP.router(
                on: base, in: scope, features.web,
                RequestTelemetry(logger: scope[base.log], metrics: scope[base.metrics]))
        }
        plugins = try host.composed()
        accounts = try plugins[features.accounts].accounts
        cryptography = try plugins[base.cryptography]
        makeRouter = try plugins[door]
        self.folder = folder
    }

    /// Runs it for as long as an account is made, signs in and asks who it is.
    ///
    /// - Throws: What keeps the server from starting; ``SignInFailure``.
    func signIn() async throws {
        try await plugins.run {
            let random = cryptography.random, password = Secret(try random.text(byteCount: 24))
            let id = try random.uuid().uuidString.lowercased()
            // A domain that nobody ever has (RFC 2606, section 2).
            guard let address = EmailAddress("backup-proof-\(id)@proof.invalid") else {
                throw SignInFailure.notTheAccount
            }
            let user = try await accounts.createAccount(name: "Backup proof", email: address, password: password)
            let visitor = try ServerVisitor(
                of: try makeRouter(), hashing: cryptography.hashing, folder: folder)
            guard try await visitor.signIn(as: address, password).id == user.id else {
                throw SignInFailure.notTheAccount
            }
        }
    }
}

/// Makes the router for who asks without a socket.
private enum InnerDoor: Plugin {
    static let manifest = PluginManifest(
        id: "inner-door",
        summary: LocalizedText(en: "Answers without a socket", es: "Responde sin un puerto"))

    static func assemble(
        _ makeRouter: @escaping @Sendable () throws -> Router
    ) -> Assembly<@Sendable () throws -> Router> { Assembly(exports: makeRouter) }
}
