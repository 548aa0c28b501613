import AdministrationAPI
import AdministrationContract
import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Presenting

/// Asks the server whether the person is an administrator.
struct RemoteStanding: AdministratorStanding {
    /// Asks with the person's credentials.
    let server: ServerClient

    func administrator() async throws(AdministrationError) -> Administrator {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.get(AdministrationContract.path)
        }
        guard answer.status == .ok, let standing = answer.decode(AdministrationContract.Standing.self) else {
            throw AdministrationError(answer)
        }
        return Administrator(id: standing.user, session: standing.session)
    }

    func accept(_ invitation: Secret) async throws(AdministrationError) {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.post(
                AdministrationContract.path, json: AdministrationContract.Acceptance(token: invitation))
        }
        guard answer.status == .noContent else { throw AdministrationError(answer) }
    }

    private func asked(
        _ ask: () async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(AdministrationError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await ask()
        } catch {
            throw error.mapped(
                cancelled: AdministrationError.cancelled, unreachable: AdministrationError.unavailable,
                unintelligible: .server, impossible: AdministrationError.impossible)
        }
    }
}

extension AdministrationError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        switch answer.problem.code.flatMap(AdministrationContract.Code.init) {
        case .notAdministrator: self = .notAdministrator
        case .invitationOver: self = .invitationOver
        case .insufficientAuthentication: self = .authenticationNeeded
        case .emailNotVerified: self = .addressNotProved
        case nil:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?): self = .unavailable(obstacle.text)
            case (_, nil): self = .server
            }
        }
    }
}
