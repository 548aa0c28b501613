package import CoreModels
package import SecureStorageAPI

extension FileVault: VaultLocking {
    package func lockState() async -> VaultLockState {
        let header: VaultHeader?
        do throws(SecretStoreError) {
            header = try headers.load()?.header
        } catch {
            // What is wrong with it is told by whoever needs the vault, which stands as this process knows it: a disk that
            // is away for a moment opens nothing.
            guard hasPassphrase else { return .unlockable }
            return opened == nil ? .locked : .open
        }
        hasPassphrase = header?.protection == .passphrase
        guard let header, hasPassphrase else { return .unlockable }
        if opened?.header.hasSameKeys(as: header) == true { return .open }
        // The keys of one that was locked elsewhere are of no use any more.
        if opened != nil { forgetKeys() }
        return .locked
    }

    package func lock() async {
        let state = await lockState()
        // The keys go also where the vault itself is gone.
        if state != .unlockable || opened?.header.protection == .passphrase { forgetKeys() }
    }

    package func unlock(with passphrase: Secret) async throws(SecretStoreError) {
        while true {
            let time = settings.now()
            guard let (header, identity) = try headers.load(), header.protection == .passphrase else { return }
            do {
                try await openAlone(
                    header, identity, identity.isSettled(at: time), asking: GivenPassphrase(passphrase: passphrase))
                return
            } catch {
                // Somebody may just have replaced the key.
                if try headers.identity() == identity { throw error }
            }
        }
    }

    package func protect(
        by protection: VaultProtection, passphrase: Secret, knowing present: Secret
    ) async throws(SecretStoreError) {
        if try headers.load()?.header.protection == .passphrase { try await unlock(with: present) }
        try await rotateKey(protectedBy: protection, asking: GivenPassphrase(passphrase: passphrase))
    }
}

/// A pass phrase that somebody gave already.
private struct GivenPassphrase: PassphraseProviding {
    let passphrase: Secret

    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret {
        if purpose == .openAfterWrongOne { throw .wrongKey }
        return passphrase
    }
}
