public import AccountsAPI
import CoreModels
import Localization
import Presenting
public import ScreensAPI

/// Tells whether people may write, so that nobody fills in a form that will be
/// refused.
public struct WritingPermit: Sendable {
    private let account: Scoped<any AccountLoading>

    /// Creates a permit.
    ///
    /// - Parameter account: Tells whether an address was confirmed meanwhile,
    ///   elsewhere.
    public init(account: Scoped<any AccountLoading>) {
        self.account = account
    }

    /// What is in the way of the person who is logged in, and what to do about it;
    /// nil if nothing is, or that can't be said: the form says it then.
    public func obstacle(for request: ScreenRequest) async -> ScreenNotice? {
        guard let person = request.person, !person.isVerified,
            let account = try? await account(at: request.browser).loadAccount(), !account.isVerified
        else { return nil }
        return Self.unconfirmed
    }

    /// The address isn't confirmed.
    package static let unconfirmed = ScreenNotice(
        .remark,
        LocalizedText(
            en: "Your email address isn't confirmed yet, so you can look but not write. A message with a code was sent "
                + "to you.",
            es: "Tu dirección de correo aún no está confirmada: puedes mirar, pero no escribir. Se te envió un mensaje "
                + "con un código."),
        nextSteps: [.verify, .resend])
}
