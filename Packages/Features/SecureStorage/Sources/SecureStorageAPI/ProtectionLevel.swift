/// How well a secret is protected, and when it may be opened.
///
/// Every level is encrypted with AES-256-GCM; there is no level in the clear.
public enum ProtectionLevel: String, Hashable, Sendable, CaseIterable {
    /// It opens whenever the vault can be opened.
    case sealed
    /// It also needs a gesture of the person at each opening and each save.
    ///
    /// What the gesture gives (see ``PresenceConfirming``) is part of the key,
    /// so the vault key alone doesn't open it.
    case confirmed
}
