public import CoreModels
public import Localization

/// Somebody who has just logged in, in whatever way.
public struct LoggedIn: Hashable, Sendable {
    /// The person.
    public let user: User
    /// Whether their account was to be deleted, which the login took back.
    public let keepsAccount: Bool

    /// Describes who has logged in.
    public init(_ user: User, keepsAccount: Bool = false) {
        self.user = user
        self.keepsAccount = keepsAccount
    }

    /// What they have to know of their login; nil for nothing.
    public var remark: LocalizedText? { keepsAccount ? Self.accountKept : nil }

    private static let accountKept = LocalizedText(
        en:
            "Your account was to be deleted. You logged in, so it isn't: all of it is as it was. What was only on your "
            + "devices may be gone.",
        es:
            "Tu cuenta iba a eliminarse. Iniciaste sesión, así que no se elimina: todo está como antes. Lo que solo estaba "
            + "en tus dispositivos puede haber desaparecido.")
}
