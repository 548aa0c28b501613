public import AccountsAPI
public import CoreModels
import Localization
public import ScreensAPI

/// Tells who is logged in as the server knows them now: another device may have given the
/// account another address or name.
public struct PresentPerson: Sendable {
    private let account: Scoped<any AccountLoading>

    /// Creates one.
    ///
    /// - Parameter account: Asks the server.
    public init(account: Scoped<any AccountLoading>) {
        self.account = account
    }

    /// The person; where the server can't be asked, as they were known when they logged
    /// in, and a notice that says so.
    ///
    /// - Throws: `AccountLoadingError`; what keeps the browsers throws.
    public func callAsFunction(for request: ScreenRequest) async throws -> (User, ScreenNotice?) {
        do {
            return (try await account(at: request.browser).loadAccount(), nil)
        } catch AccountLoadingError.connectivity(let text) {
            guard let known = request.person else { throw AccountLoadingError.connectivity(text) }
            return (known, ScreenNotice(.remark, text + Self.asKnown))
        }
    }

    private static let asKnown = LocalizedText(
        en: "This is what was known when you logged in.", es: "Esto es lo que se sabía cuando iniciaste sesión.")
}
