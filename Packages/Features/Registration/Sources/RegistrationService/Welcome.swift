import AccountsServiceAPI
import CoreModels
import HTTPServingAPI
import HTTPTypes
import LoginServiceAPI
import Presenting
import RegistrationContract
import SessionsServiceAPI
import TelemetryAPI

/// Answers who has just got an account: with a session, where the policy begins one.
struct Welcome: Sendable {
    let issuing: any SessionIssuing
    let devices: any DeviceRecognizing
    let policy: RegistrationPolicy
    /// What people can do.
    let offered: @Sendable () -> [NextStep]
    let log: Logger

    func callAsFunction(_ user: User, on client: SessionClient) async throws -> ServerResponse {
        var grant: TokenGrant?
        if policy.afterRegistration != .login {
            do throws(SessionsError) {
                let admission = try await issuing.admit(user, by: .registration, on: client)
                grant = try await issuing.issueSession(admission, on: client).grant
            } catch .notAdmitted {
                // The address has to be proved first (D5).
            } catch {
                // The account exists: logging in is all that is left to do.
                log.failure("no session for a new account", ["reason": "\(error)"])
            }
        }
        // Nobody is sent to a message that isn't sent.
        let asksForProof =
            policy.afterRegistration == .confirmation && !user.isVerified && offered().contains(.verify)
        let next: RegistrationContract.Next =
            if grant == nil { .logIn } else { asksForProof ? .confirmation : .signedIn }
        return try answer(user, grant, next: next, device: grant == nil ? nil : await deviceToken(for: user))
    }

    /// The device is known from the first session on (D6); whoever has an
    /// account is no less welcome without.
    private func deviceToken(for user: User) async -> Secret? {
        do {
            return try await devices.issueToken(for: user.email)
        } catch {
            log.failure("could not make a device token", ["reason": "\(error)"])
            return nil
        }
    }

    func answer(
        _ user: User, _ grant: TokenGrant? = nil, next: RegistrationContract.Next, device: Secret? = nil
    ) throws -> ServerResponse {
        try .json(
            RegistrationContract.Created(
                user: user.told(where: offered()), token: grant, next: next, deviceToken: device),
            status: .created, fields: [.cacheControl: "no-store"])
    }
}
