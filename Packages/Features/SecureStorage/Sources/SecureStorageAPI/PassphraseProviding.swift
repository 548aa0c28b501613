public import CoreModels

/// Gives the pass phrase of a vault: from a prompt, or from a file.
///
/// Never take it from an argument or a variable, where other processes can see
/// it.
public protocol PassphraseProviding: Sendable {
    /// Gives the pass phrase.
    ///
    /// - Throws: ``SecretStoreError/passphraseRequired`` if there is nobody to
    ///   ask, ``SecretStoreError/cancelled`` if they gave up,
    ///   ``SecretStoreError/wrongKey`` if there is no other one to open it with.
    func passphrase(for purpose: PassphrasePurpose) async throws(SecretStoreError) -> Secret
}

/// What a pass phrase is asked for.
public enum PassphrasePurpose: Hashable, Sendable {
    /// To open the vault; ask once.
    case open
    /// To open the vault, after one that didn't.
    case openAfterWrongOne
    /// To protect the vault from now on; ask twice.
    case protect
}
