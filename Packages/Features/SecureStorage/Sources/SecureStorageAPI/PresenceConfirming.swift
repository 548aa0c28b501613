public import CoreModels

/// Asks the person for the gesture that secrets of level
/// ``ProtectionLevel/confirmed`` need.
///
/// The answer isn't yes or no but bytes that become part of the key: a second
/// pass phrase, or what an authenticator computes (WebAuthn's PRF extension).
public protocol PresenceConfirming: Sendable {
    /// Asks for the gesture, and returns the same bytes each time.
    ///
    /// - Throws: ``SecretStoreError/confirmationRefused`` if the person didn't
    ///   make it.
    func confirmation(for name: SecretName) async throws(SecretStoreError) -> Secret
}
