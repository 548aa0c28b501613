import CryptographyAPI
import SecureStorageAPI
import SecureStorageLinux

extension FileVault {
    /// - Parameter passphrases: Who is asked for the pass phrase; nil for whoever the
    ///   vault asks.
    func protector(
        _ protection: VaultProtection, asking passphrases: (any PassphraseProviding)? = nil
    ) -> any KeyProtecting {
        switch protection {
        case .keyFile: KeyFileProtector(storage: storage, keys: settings.cryptography.keys)
        case .kernelKeyring: KeyringProtector(keyring: settings.keyring, keys: settings.cryptography.keys)
        case .passphrase:
            PassphraseProtector(
                cryptography: settings.cryptography, passphrases: passphrases ?? settings.passphrases,
                cost: settings.cost)
        }
    }

    /// The vault as it is on disk now, or nil if it was never written to.
    func openIfThere() async throws(SecretStoreError) -> OpenVault? {
        while true {
            if let opened, try isCurrent(opened) { return opened }
            let time = settings.now()
            guard let (header, identity) = try headers.load() else {
                opened = nil
                warm.forgetAll()
                return nil
            }
            if let opened, opened.header.hasSameKeys(as: header) {
                return note(opened.id, header, identity, opened.keys, isSettled: identity.isSettled(at: time))
            }
            do {
                return try await open(header, identity, isSettled: identity.isSettled(at: time))
            } catch {
                // Somebody may just have replaced the key, or the whole vault.
                if try headers.identity() == identity { throw error }
            }
        }
    }

    /// Whether the header on disk is the one that a vault was opened with, or
    /// none if there was no vault.
    private func isCurrent(_ vault: OpenVault?) throws(SecretStoreError) -> Bool {
        guard try headers.identity() == vault?.headerIdentity else { return false }
        guard let vault, !vault.isSettled else { return true }
        let time = settings.now()
        guard try headers.load()?.header == vault.header else { return false }
        if vault.headerIdentity.isSettled(at: time), opened?.header == vault.header { opened?.isSettled = true }
        return true
    }

    private func open(
        _ header: VaultHeader, _ identity: FileFacts.Identity, isSettled: Bool
    ) async throws(SecretStoreError) -> OpenVault {
        guard header.protection == .passphrase else { return try await openAlone(header, identity, isSettled) }
        // Others that come while a person is being asked wait for the answer.
        let attempt = opening ?? Task { await self.result(of: header, identity, isSettled) }
        opening = attempt
        defer { opening = nil }
        return try await attempt.value.get()
    }

    private func result(
        of header: VaultHeader, _ identity: FileFacts.Identity, _ isSettled: Bool
    ) async -> Result<OpenVault, SecretStoreError> {
        do { return .success(try await openAlone(header, identity, isSettled)) } catch { return .failure(error) }
    }

    @discardableResult
    func openAlone(
        _ header: VaultHeader, _ identity: FileFacts.Identity, _ isSettled: Bool,
        asking passphrases: (any PassphraseProviding)? = nil
    ) async throws(SecretStoreError) -> OpenVault {
        guard let id = VaultID(header.vault) else {
            throw .damagedHeader(path: storage.paths.header, because: .otherIdentity)
        }
        let key = try await protector(header.protection, asking: passphrases).key(for: id, header: header)
        let keys = try VaultKeys(opening: header, with: key, settings.cryptography)
        return note(id, header, identity, keys, isSettled: isSettled)
    }

    /// Keeps the keys at hand for as long as the header stays the same.
    @discardableResult
    func note(
        _ id: VaultID, _ header: VaultHeader, _ identity: FileFacts.Identity, _ keys: VaultKeys, isSettled: Bool = false
    ) -> OpenVault {
        let vault = OpenVault(
            id: id, header: header, headerIdentity: identity, isSettled: isSettled, keys: keys,
            records: records(id, keys, header))
        opened = vault
        hasPassphrase = header.protection == .passphrase
        isTidy = false
        lastList = nil
        warm.forgetAll()
        return vault
    }

    func records(_ id: VaultID, _ keys: VaultKeys, _ header: VaultHeader) -> RecordFolder {
        RecordFolder(
            storage: storage, sealer: RecordSealer(vault: id, keys: keys, cryptography: settings.cryptography),
            generation: header.generation, hasSlots: header.format >= 2, hasList: header.format >= 3,
            maximumByteCount: max(
                RecordSlots.byteCount, RecordText.maximumByteCount(payload: settings.maximumByteCount) + 4096))
    }

    /// The vault; makes it if it was never written to.
    func openOrMake() async throws(SecretStoreError) -> OpenVault {
        while true {
            if let vault = try await openIfThere() { return vault }
            _ = try await make(protectedBy: settings.protection)
        }
    }

    /// Makes the vault, or returns false if another process did so first.
    func make(
        protectedBy protection: VaultProtection, asking passphrases: (any PassphraseProviding)? = nil
    ) async throws(SecretStoreError) -> Bool {
        let random = settings.cryptography.random
        let bytes = try cryptographically { () throws(CryptographyError) in try random.bytes(VaultID.byteCount) }
        guard let id = VaultID(bytes) else { throw .cryptography(reason: "the random source gave too few bytes") }
        let protected = try await protector(protection, asking: passphrases).prepareKey(for: id, generation: 1)
        let keys = try VaultKeys(new: settings.cryptography)
        let header = try keys.header(vault: id, generation: 1, protectedBy: protected, settings.cryptography)

        let lock = try await locks.acquireVault()
        return try withExtendedLifetime(lock) { () throws(SecretStoreError) -> Bool in
            guard try headers.load() == nil else { return false }
            try protected.store()
            try storage.makeFolder(storage.paths.records(1))
            var none = ListOnDisk(list: RecordList())
            try records(id, keys, header).write(&none, durably: true)
            try headers.store(header)
            // Whoever just chose a pass phrase isn't asked for it at once.
            if let identity = try headers.identity() { note(id, header, identity, keys) }
            return true
        }
    }

    /// Calls `body` while no other process writes, with the vault as it is
    /// then; nil if it was never written to.
    func exclusively<Value>(
        making: Bool = false, _ body: (any FileLock, OpenVault?) throws(SecretStoreError) -> Value
    ) async throws(SecretStoreError) -> Value {
        // Whether it is still the present one is looked at under the lock.
        var known = opened
        while true {
            // Before the lock, since a person may have to be asked.
            let vault =
                if let known { known } else if making { try await openOrMake() } else { try await openIfThere() }
            let lock = try await locks.acquireVault()
            defer { withExtendedLifetime(lock) {} }
            // The key may have been replaced while the lock was waited for.
            if try isCurrent(vault) { return try body(lock, vault) }
            known = nil
        }
    }

    func forgetKeys() {
        opened = nil
        setUps = [:]
        isTidy = false
        lastList = nil
        warm.forgetAll()
    }
}
