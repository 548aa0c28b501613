package import CoreModels
import CryptographyAPI
package import FoundationEssentials
package import SecureStorageAPI
import SecureStorageLinux

extension FileVault: VaultAuthenticating {
    /// How long somebody may take to set one up, in seconds.
    private static let setUpLimit = 600.0

    package func authenticators() async throws(SecretStoreError) -> [VaultAuthenticator] {
        try headers.load()?.header.authenticators?.map(\.authenticator) ?? []
    }

    package func beginSetUp(with passphrase: Secret) async throws(SecretStoreError) -> AuthenticatorSetUp {
        guard let header = try headers.load()?.header, header.protection == .passphrase else {
            throw .passphraseUnset
        }
        try await unlock(with: passphrase)
        // Older formats have no room for it; a vault gets another one with another key.
        if header.format < VaultHeader.currentFormat {
            try await protect(by: .passphrase, passphrase: passphrase, knowing: passphrase)
        }
        guard let header = opened?.header else { throw .busy }
        let known = try await authenticators().filter { !$0.isVoid }
        guard known.count < SealedKeys.limit else { throw .tooManyAuthenticators(limit: SealedKeys.limit) }
        let random = settings.cryptography.random, now = settings.now()
        let (id, salt) = try cryptographically { () throws(CryptographyError) in
            (try random.uuid(), try random.bytes(SealedKeys.outputByteCount))
        }
        let setUp = AuthenticatorSetUp(id: id, user: header.vault, salt: salt, known: known.map(\.credential))
        setUps = setUps.filter { Self.isGood($0.value.time, now) }
        setUps[id] = (setUp, now, header)
        return setUp
    }

    package func setUp(_ id: UUID) async -> AuthenticatorSetUp? {
        setUps[id].flatMap { Self.isGood($0.time, settings.now()) ? $0.setUp : nil }
    }

    package func finishSetUp(
        _ id: UUID, as authenticator: NewAuthenticator, giving output: Secret
    ) async throws(SecretStoreError) {
        guard await setUp(id) != nil, let (setUp, _, known) = setUps[id] else { throw .authenticatorUnknown }
        // In whole seconds, as the header has it.
        let now = Date(timeIntervalSince1970: settings.now().timeIntervalSince1970.rounded(.down))
        guard !authenticator.name.isEmpty else { throw .blankName }
        guard authenticator.name.utf8.count <= SealedKeys.nameLimit else {
            throw .nameTooLong(limit: SealedKeys.nameLimit)
        }
        guard 1...SealedKeys.credentialLimit ~= authenticator.credential.count else { throw .authenticatorUnknown }
        try await exclusively { lock, vault throws(SecretStoreError) in
            guard let vault, vault.header.protection == .passphrase else { throw .passphraseUnset }
            // Whoever began it knew the pass phrase of that key, and perhaps of no other one.
            guard vault.header.hasSameKeys(as: known) else { throw .authenticatorUnknown }
            let sealed = try SealedKeys(authenticator, id, salt: setUp.salt, madeAt: now)
                .sealing(vault.keys, of: vault.header, under: output, settings.cryptography)
            // What was void and has the same name is what is set up anew.
            let others = (vault.header.authenticators ?? []).filter { former in
                former.credential != sealed.credential && !(former.isVoid && former.name == sealed.name)
            }
            let live = others.filter { !$0.isVoid }, isCrowded = others.count >= SealedKeys.limit
            guard live.count < SealedKeys.limit else { throw .tooManyAuthenticators(limit: SealedKeys.limit) }
            try store(vault.header.with((isCrowded ? live : others) + [sealed]), in: vault)
        }
        setUps[id] = nil
    }

    package func unlock(byAuthenticator credential: Data, giving output: Secret) async throws(SecretStoreError) {
        let time = settings.now()
        guard let (header, identity) = try headers.load(), header.protection == .passphrase else { return }
        guard let id = VaultID(header.vault) else {
            throw .damagedHeader(path: storage.paths.header, because: .otherIdentity)
        }
        guard let sealed = header.authenticators?.first(where: { $0.credential == credential && !$0.isVoid })
        else { throw .authenticatorUnknown }
        do throws(SecretStoreError) {
            let keys = try sealed.keys(of: header, under: output, settings.cryptography)
            note(id, header, identity, keys, isSettled: identity.isSettled(at: time))
        } catch .wrongKey {
            try await change { authenticators in authenticators.map { $0 == sealed ? $0.voided : $0 } }
            throw .authenticatorChanged
        }
    }

    package func removeAuthenticator(_ id: UUID) async throws(SecretStoreError) {
        try await change { authenticators throws(SecretStoreError) in
            let others = authenticators.filter { $0.id != id }
            guard others.count < authenticators.count else { throw .authenticatorUnknown }
            return others
        }
    }

    /// Changes which authenticators there are, for which no key is needed.
    private func change(
        _ body: ([SealedKeys]) throws(SecretStoreError) -> [SealedKeys]
    ) async throws(SecretStoreError) {
        guard try storage.checkFolder() else { throw .authenticatorUnknown }
        let lock = try await locks.acquireVault()
        defer { withExtendedLifetime(lock) {} }
        guard let header = try headers.load()?.header else { throw .authenticatorUnknown }
        let present = header.authenticators ?? [], changed = try body(present)
        guard changed != present else { return }
        try store(header.with(changed), in: opened)
    }

    /// Puts a header in place; who has its keys keeps them.
    private func store(_ header: VaultHeader, in vault: OpenVault?) throws(SecretStoreError) {
        try headers.store(header)
        guard let vault, vault.header.hasSameKeys(as: header), let identity = try headers.identity() else { return }
        note(vault.id, header, identity, vault.keys)
    }

    private static func isGood(_ time: Date, _ now: Date) -> Bool {
        abs(now.timeIntervalSince(time)) < setUpLimit
    }
}
