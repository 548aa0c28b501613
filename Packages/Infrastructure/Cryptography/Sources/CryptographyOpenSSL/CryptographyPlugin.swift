public import CryptographyAPI
import Glibc
import Localization
public import PluginKit

/// Installs cryptography by OpenSSL's libcrypto, 3.0 or newer.
public enum CryptographyPlugin: Plugin {
    /// What the plugin needs: nothing.
    public struct Dependencies: Sendable {
        /// Creates dependencies.
        public init() {}
    }

    /// What the plugin offers.
    public struct Exports: Sendable {
        /// All of cryptography; hand on only the parts that are needed.
        public let cryptography: Cryptography
    }

    /// How the plugin is called and what it is for.
    public static var manifest: PluginManifest {
        PluginManifest(
            id: "cryptography",
            summary: LocalizedText(
                en: "Encryption, passwords, signatures and secret memory by OpenSSL",
                es: "Cifrado, contraseñas, firmas y memoria secreta con OpenSSL"))
    }

    /// Looks the algorithms up in the library; that they are there is all that can
    /// go wrong.
    public static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports> {
        Assembly(exports: Exports(cryptography: try Cryptography.openSSL()))
    }
}

extension Cryptography {
    /// Everything by OpenSSL, with one arena of locked memory, and at most two
    /// threads for slow hashes, which leave a core to all else if there is more
    /// than one: each takes 32 MiB while it works, and many logins at once must
    /// not fill the memory.
    ///
    /// `random` gives nonces and salts; keys come from the library in any case.
    package static func openSSL(
        random: any RandomSource = OpenSSLRandomSource(), arena: LockedArena = LockedArena(),
        coreCount: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    ) throws(CryptographyError) -> Cryptography {
        let library = try OpenSSLLibrary()
        let hashing = OpenSSLHashing(library: library)
        // At 0.2 seconds each, the last in the queue waits for 13 seconds;
        // whoever comes after that had better be told at once.
        let hashers = max(1, min(coreCount - 1, 2))
        let keys = LockedKeyMaking(arena: arena), authentication = HMACAuthentication()
        let workers = BoundedWorkers(threadLimit: hashers, queueLimit: 64 * hashers)
        let derivation = OpenSSLKeyDerivation(library: library, arena: arena, workers: workers)
        return Cryptography(
            random: random,
            keys: keys,
            hashing: hashing,
            comparison: OpenSSLConstantTimeComparison(),
            authentication: authentication,
            encryption: AESGCMEncryption(
                cipher: AESGCMCipher(library: library), nonces: try NonceReserve(random: random), arena: arena),
            files: OpenSSLFileEncryption(
                library: library, arena: arena, keys: keys, derivation: derivation, authentication: authentication),
            derivation: derivation,
            passwords: ScryptPasswordHashingMaking(workers: workers, random: random),
            signatures: OpenSSLSigningKeyMaking(hashing: hashing),
            certificates: OpenSSLCertificateReading(),
            tokens: JSONWebTokenCodec(),
            process: LinuxProcessHardening())
    }
}
