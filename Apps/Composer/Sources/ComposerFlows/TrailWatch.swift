public import Localization
public import SecureStorageAPI
public import SecurityMetricsAPI

/// Has the server's audit trail looked at after a contact, beside what the person does, and tells
/// them what was found until they have accepted it.
public struct TrailWatch: Sendable {
    /// How long a command waits for it, once an hour, when all else is done and printed.
    private static let patience = Duration.seconds(2)

    private let trail: any TrailFollowing
    private let presence: ServerPresence
    private let vault: any VaultLocking

    /// Creates the flow.
    ///
    /// - Parameters:
    ///   - trail: Asks the server, and keeps what it shows.
    ///   - presence: Knows whether the server answered anything.
    ///   - vault: Keeps what was seen: nobody is asked for a pass phrase for that.
    public init(trail: any TrailFollowing, presence: ServerPresence, vault: any VaultLocking) {
        self.trail = trail
        self.presence = presence
        self.vault = vault
    }

    /// Asks, if there was a contact and it is time.
    ///
    /// - Returns: What to tell the person; nil for nothing.
    public func look() async -> LocalizedText? {
        guard await vault.lockState() != .locked else { return nil }
        let trail = trail
        if presence.hasAnswered {
            await Patience.lasting(Self.patience) { await trail.follow() }
        }
        return await trail.finding().map { found in found.text + Self.advice }
    }

    private static let advice = LocalizedText(
        en:
            "It may have an innocent reason, such as a backup that was restored. See what this device saw, and what you "
            + "can do: essential audit",
        es:
            "Puede tener una razón inocente, como una copia de seguridad restaurada. Mira lo que vio este dispositivo y "
            + "qué puedes hacer: essential audit")
}
