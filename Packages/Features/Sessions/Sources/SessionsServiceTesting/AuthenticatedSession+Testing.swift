public import CoreModels
public import FoundationEssentials
import HTTPServingAPI
public import SessionsServiceAPI

extension AuthenticatedSession {
    /// A session for tests; everything that isn't given is made up.
    public static func sample(
        userID: UserID = UserID(UUID()), sessionID: SessionID = SessionID(UUID()), isVerified: Bool = true,
        authentication: Authentication = Authentication([.password], at: .distantPast),
        isRunning: @escaping @Sendable () -> Bool = { true }
    ) -> AuthenticatedSession {
        AuthenticatedSession(
            userID: userID, sessionID: sessionID, scopes: isVerified ? [.feedRead, .feedWrite] : [.feedRead],
            isVerified: isVerified, authentication: authentication,
            standing: SessionStanding(of: sessionID) { _ in
                guard isRunning() else { throw HTTPProblem.authenticationRequired() }
            })
    }
}
