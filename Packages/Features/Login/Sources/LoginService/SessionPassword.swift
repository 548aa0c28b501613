import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import LoginServiceAPI
import SessionsServiceAPI

/// Checks the password of somebody who is logged in.
struct SessionPassword: PasswordConfirming {
    let accounts: any PasswordAuthenticating
    let lockout: LoginLockout
    let observers: @Sendable () -> [any LoginObserving]

    func confirm(
        _ password: Secret, of user: User, in session: SessionID, from peer: IPAddress, with program: String?
    ) async throws -> PasswordConfirmation {
        let device = try await lockout.device(of: session, at: user.email)
        let outcome = try await lockout.attempt(user.email, on: device, from: peer) {
            try await accounts.authenticate(email: user.email, password: password)
        }
        let client = SessionClient(userAgent: program, address: peer)
        switch outcome {
        case .checked(let authentication, _):
            if case .rejected = authentication {
                await observers().tell(of: .invalidCredentials(), to: .account(user.id), in: session, on: client)
            }
            return .checked(authentication)
        case .locked(let seconds):
            await observers().tell(of: .accountLocked(for: seconds), to: .account(user.id), in: session, on: client)
            return .locked(seconds)
        }
    }
}
