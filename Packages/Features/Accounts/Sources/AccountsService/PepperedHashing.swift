import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import PluginKit
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Goes into every password hash, and is stored away from them.
    static let passwordPepper = ServerKeyPurpose("accounts.password-pepper.1")
}

/// Password hashing with the pepper of this server, which is there once the
/// server's key file has been read.
final class PepperedHashing: PluginService {
    private let cost: ScryptCost
    private let serverKeys: any ServerKeyProviding
    private let authentication: any MessageAuthenticating
    private let making: any PasswordHashingMaking
    private let made = Locked<(any PasswordHashing)?>(nil)

    init(cost: ScryptCost, serverKeys: any ServerKeyProviding, cryptography: Cryptography) {
        self.cost = cost
        self.serverKeys = serverKeys
        authentication = cryptography.authentication
        making = cryptography.passwords
    }

    func start() async throws {
        _ = try await hashing()
    }

    func hashing() async throws -> any PasswordHashing {
        if let hashing = made.current { return hashing }
        let pepper = try await serverKeys.key(for: .passwordPepper)
        // The id follows from the key, so a hash made with the pepper of
        // another key file is told from a wrong password.
        let mark = try authentication.authenticationCode(for: Data("pepper id".utf8), using: pepper)
        let id = mark.prefix(4).hexadecimal
        let hashing = try making.makePasswordHashing(
            cost: cost, pepper: Pepper(id: id, key: pepper), retiredPeppers: [])
        made.withLock { $0 = hashing }
        return hashing
    }
}
