import AccountVerificationContract
import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import PluginKit
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Keys the codes in the database: 8 digits alone would be guessed from a
    /// plain digest at once.
    static let verificationCodes = ServerKeyPurpose("account-verification.codes.1")
}

/// The key of the digests of codes; it is loaded at the start, since
/// transactions can't wait for it.
final class VerificationKey: PluginService {
    private let authentication: any MessageAuthenticating
    private let keys: any ServerKeyProviding
    private let key = Locked<(any SymmetricKey)?>(nil)

    init(authentication: any MessageAuthenticating, keys: any ServerKeyProviding) {
        self.authentication = authentication
        self.keys = keys
    }

    func start() async throws {
        let loaded = try await keys.key(for: .verificationCodes)
        key.withLock { $0 = loaded }
    }

    /// The person is part of what is digested, so that equal codes of two
    /// people don't look equal.
    func digest(of code: VerificationCode, for user: UserID) throws -> Data {
        guard let key = key.current else { throw NotStarted() }
        return try authentication.authenticationCode(for: Data("\(user) \(code)".utf8), using: key)
    }

    struct NotStarted: Error {}
}
