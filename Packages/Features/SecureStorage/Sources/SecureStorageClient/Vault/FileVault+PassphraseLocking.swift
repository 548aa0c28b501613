package import CoreModels
package import SecureStorageAPI

extension FileVault: VaultLocking {
    package func lockState() async -> VaultLockState {
        // What is wrong with a header is told by whoever needs the vault.
        guard let header = try? headers.load()?.header, header.protection == .passphrase else { return .unlockable }
        if opened?.header.hasSameKeys(as: header) == true { return .open }
        // The keys of one that was locked elsewhere are of no use any more.
        if opened != nil { forgetKeys() }
        return .locked
    }

    package func lock() async {
        guard await lockState() == .open else { return }
        forgetKeys()
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
