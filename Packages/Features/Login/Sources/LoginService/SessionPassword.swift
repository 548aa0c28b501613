import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import LoginServiceAPI

/// Checks the password of somebody who is logged in.
struct SessionPassword: PasswordConfirming {
    let accounts: any PasswordAuthenticating
    let lockout: LoginLockout

    func confirm(
        _ password: Secret, of user: User, in session: SessionID, from peer: IPAddress
    ) async throws -> PasswordConfirmation {
        let device = try await lockout.device(of: session)
        let outcome = try await lockout.attempt(user.email, on: device, from: peer) {
            try await accounts.authenticate(email: user.email, password: password)
        }
        return switch outcome {
        case .checked(let authentication, _): .checked(authentication)
        case .locked(let seconds): .locked(seconds)
        }
    }
}
