import CoreModels
import CryptographyAPI
import FoundationEssentials
import Locking
import MailedProofsAPI
import MailedProofsServiceAPI
import PluginKit
import ServerKeysAPI

extension ServerKeyPurpose {
    /// Keys the digests of links.
    static let mailedLinks = ServerKeyPurpose("mailed-proofs.links.1")
}

/// The keys of the digests; they are loaded at the start, since transactions
/// can't wait for them.
final class ProofKeys: PluginService {
    private let authentication: any MessageAuthenticating
    private let keys: any ServerKeyProviding
    private let kinds: @Sendable () -> [MailedProofKind]
    private let loaded = Locked(Loaded())

    private struct Loaded {
        var links: (any SymmetricKey)?
        var codes: [String: any SymmetricKey] = [:]
    }

    init(
        authentication: any MessageAuthenticating, keys: any ServerKeyProviding,
        kinds: @escaping @Sendable () -> [MailedProofKind]
    ) {
        self.authentication = authentication
        self.keys = keys
        self.kinds = kinds
    }

    func start() async throws {
        var result = Loaded(links: try await keys.key(for: .mailedLinks))
        for kind in kinds() { result.codes[kind.name] = try await keys.key(for: kind.codeKey) }
        loaded.withLock { [result] in $0 = result }
    }

    /// The account is part of what is digested, and the key is the kind's: a
    /// code is worth nothing elsewhere, and equal codes don't look equal.
    func digest(of code: MailedCode, _ kind: MailedProofKind, of user: UserID) throws -> Data {
        try digest(of: "\(user) \(code)", loaded.current.codes[kind.name])
    }

    /// The same for all kinds, so that a link that was opened in the wrong
    /// place is told from one that nobody knows.
    func digest(of token: MailedToken) throws -> Data {
        try digest(of: token.text, loaded.current.links)
    }

    private func digest(of text: String, _ key: (any SymmetricKey)?) throws -> Data {
        guard let key else { throw NotStarted() }
        return try authentication.authenticationCode(for: Data(text.utf8), using: key)
    }

    /// Nothing was started yet, or the kind was contributed by nobody.
    struct NotStarted: Error, CustomStringConvertible {
        var description: String { "the keys of mailed proofs aren't there yet" }
    }
}
