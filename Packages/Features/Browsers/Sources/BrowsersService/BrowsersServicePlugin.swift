public import CoreModels
public import CryptographyAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SQLStoreAPI
public import ScreensHostingAPI
public import SecureStorageAPI
public import ServerKeysAPI

/// Keeps what belongs to people's browsers.
public enum BrowsersServicePlugin: Plugin {
    /// What keeping it takes.
    public struct Dependencies: Sendable {
        /// Keeps it, sealed.
        public let database: any SQLDatabase
        /// Seals it.
        public let cryptography: Cryptography
        /// Has the server's half of the keys.
        public let serverKeys: any ServerKeyProviding
        /// The present time.
        public let now: @Sendable () -> Date
        /// Measures how long a lock is waited for.
        public let clock: any Clock<Duration>

        /// Creates the dependencies.
        public init(
            database: any SQLDatabase, cryptography: Cryptography, serverKeys: any ServerKeyProviding,
            now: @escaping @Sendable () -> Date, clock: any Clock<Duration> = ContinuousClock()
        ) {
            self.database = database
            self.cryptography = cryptography
            self.serverKeys = serverKeys
            self.now = now
            self.clock = clock
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        package let vaults: BrowserVaults

        /// Has a client for each browser.
        ///
        /// - Parameters:
        ///   - capacity: How many are kept in memory that nobody is using.
        ///   - makeClient: Makes a client over what is kept for it, for who came with
        ///     it first; must not block.
        ///   - personOf: Who is logged in with a client.
        public func browsers<Client: Sendable>(
            capacity: Int = 512,
            makeClient: @escaping @Sendable (any SecretStore & SecretLocking, Visitor) -> Client,
            personOf: @escaping @Sendable (Client) async -> User?
        ) -> BrowserScopes<Client> {
            BrowserScopes(vaults, capacity: capacity, makeClient: makeClient, personOf: personOf)
        }
    }

    /// The name `browsers`.
    public static let manifest = PluginManifest(
        id: "browsers",
        summary: LocalizedText(en: "Keeps people signed in in browsers", es: "Mantiene la sesión en los navegadores"))

    /// Its tables.
    public static let declarations = Contributions().and(migrations: BrowserTable.migrations)

    /// Builds what keeps it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        var contributions = Contributions()
        contributions.add(BrowserTable.sweep(dependencies.now), to: Sweeps.self)
        contributions.add(DraftTable.sweep(dependencies.now), to: Sweeps.self)
        return Assembly(exports: Exports(vaults: BrowserVaults(dependencies)), contributions: contributions)
    }
}

/// What is kept for browsers, a vault for each.
package struct BrowserVaults: Sendable {
    private let dependencies: BrowsersServicePlugin.Dependencies
    let seal: BrowserSeal

    init(_ dependencies: BrowsersServicePlugin.Dependencies) {
        self.dependencies = dependencies
        seal = BrowserSeal(cryptography: dependencies.cryptography, serverKeys: dependencies.serverKeys)
    }

    /// What is written in browsers.
    var drafts: BrowserDrafts { BrowserDrafts(database: dependencies.database, seal: seal, now: dependencies.now) }

    /// A vault for a browser of which nothing is known.
    package func make() -> BrowserVault {
        BrowserVault(dependencies.database, seal, now: dependencies.now, clock: dependencies.clock)
    }
}
