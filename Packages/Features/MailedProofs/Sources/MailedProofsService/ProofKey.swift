import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import MailedProofsAPI
import PluginKit
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Keys the digests of proofs in the database: 8 digits alone would be
    /// guessed from a plain digest at once.
    static let mailedProofs = ServerKeyPurpose("mailed-proofs.1")
}

/// The key of the digests; it is loaded at the start, since transactions can't
/// wait for it.
final class ProofKey: PluginService {
    private let authentication: any MessageAuthenticating
    private let keys: any ServerKeyProviding
    private let key = Locked<(any SymmetricKey)?>(nil)

    init(authentication: any MessageAuthenticating, keys: any ServerKeyProviding) {
        self.authentication = authentication
        self.keys = keys
    }

    func start() async throws {
        let loaded = try await keys.key(for: .mailedProofs)
        key.withLock { $0 = loaded }
    }

    /// The purpose and the account are part of what is digested: a code is
    /// worth nothing elsewhere, and equal codes don't look equal.
    func digest(of code: MailedCode, _ kind: String, of user: UserID) throws -> Data {
        try digest(of: "code \(kind) \(user) \(code)")
    }

    /// The same for all purposes, so that a link that was opened in the wrong
    /// place is told from one that nobody knows.
    func digest(of token: MailedToken) throws -> Data {
        try digest(of: "link \(token.text)")
    }

    private func digest(of text: String) throws -> Data {
        guard let key = key.current else { throw NotStarted() }
        return try authentication.authenticationCode(for: Data(text.utf8), using: key)
    }

    struct NotStarted: Error {}
}
