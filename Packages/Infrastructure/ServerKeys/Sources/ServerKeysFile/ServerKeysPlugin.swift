public import CryptographyAPI
import Localization
public import PluginKit
public import ServerKeysAPI

/// Keeps the server's secret in a file that only the server's user may read.
public enum ServerKeysPlugin: Plugin {
    /// What the plugin needs.
    public struct Dependencies {
        let path: String
        let keys: any SymmetricKeyMaking
        let derivation: any KeyDerivation
        let hashing: any Hashing

        /// Creates dependencies.
        ///
        /// - Parameters:
        ///   - path: Where the file is or is to be made; beside the database,
        ///     never in it. A missing folder is made, for its owner only.
        ///   - cryptography: Makes and derives keys.
        public init(path: String, cryptography: Cryptography) {
            self.path = path
            keys = cryptography.keys
            derivation = cryptography.derivation
            hashing = cryptography.hashing
        }
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// The keys, each for its purpose.
        public let keys: any ServerKeyProviding
    }

    /// How the plugin is called and what it is for.
    public static let manifest = PluginManifest(
        id: "server-keys",
        summary: LocalizedText(
            en: "Keeps the server's secret in a file of its own",
            es: "Guarda el secreto del servidor en un archivo propio"))

    /// Builds the keys; the file is read or made at start.
    public static func assemble(_ dependencies: Dependencies) -> Assembly<Exports> {
        let keys = FileServerKeys(
            file: KeyFile(path: dependencies.path, keys: dependencies.keys, hashing: dependencies.hashing),
            derivation: dependencies.derivation)
        return Assembly(exports: Exports(keys: keys), services: [keys])
    }
}
