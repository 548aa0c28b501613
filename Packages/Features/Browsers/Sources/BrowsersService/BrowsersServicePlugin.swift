public import CryptographyAPI
public import FoundationEssentials
import Localization
public import PluginKit
public import SQLStoreAPI
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

    /// The name `browsers`.
    public static let manifest = PluginManifest(
        id: "browsers",
        summary: LocalizedText(en: "Keeps people signed in in browsers", es: "Mantiene la sesión en los navegadores"))

    /// Builds what keeps it.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<BrowserVaults> {
        var contributions = Contributions()
        for migration in BrowserTable.migrations { contributions.add(migration, to: Migrations.self) }
        contributions.add(BrowserTable.sweep(dependencies.now), to: Sweeps.self)
        return Assembly(exports: BrowserVaults(dependencies), contributions: contributions)
    }
}

/// What is kept for browsers, a vault for each.
public struct BrowserVaults: Sendable {
    private let dependencies: BrowsersServicePlugin.Dependencies
    let seal: BrowserSeal

    init(_ dependencies: BrowsersServicePlugin.Dependencies) {
        self.dependencies = dependencies
        seal = BrowserSeal(cryptography: dependencies.cryptography, serverKeys: dependencies.serverKeys)
    }

    /// A vault for a browser of which nothing is known.
    func make() -> BrowserVault {
        BrowserVault(dependencies.database, seal, now: dependencies.now, clock: dependencies.clock)
    }
}
