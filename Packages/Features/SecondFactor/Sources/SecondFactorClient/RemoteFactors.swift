import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Presenting
import SecondFactorAPI
import SecondFactorContract
import SessionsAPI

/// Manages second factors at the server.
struct RemoteFactors: FactorManaging {
    /// Asks with the person's credentials.
    let server: ServerClient

    func factors() async throws(FactorError) -> SecondFactors {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.get(SecondFactorContract.factorsPath)
        }
        guard answer.status == .ok, let factors = answer.decode(SecondFactorContract.Factors.self) else {
            throw FactorError(answer)
        }
        return SecondFactors(
            authenticatorSince: factors.authenticatorSince, recoveryCodesLeft: factors.recoveryCodesLeft,
            endsAt: factors.endsAt, hasPassword: factors.password ?? true)
    }

    func beginAuthenticator() async throws(FactorError) -> AuthenticatorSetup {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.post(SecondFactorContract.authenticatorPath)
        }
        guard answer.status == .created, let setup = answer.decode(SecondFactorContract.Setup.self) else {
            throw FactorError(answer)
        }
        return AuthenticatorSetup(secret: setup.secret, address: setup.uri)
    }

    func confirmAuthenticator(with code: Secret) async throws(FactorError) -> [Secret] {
        try await codes { () async throws(HTTPTransportError) in
            try await server.post(
                SecondFactorContract.confirmationPath, json: SecondFactorContract.Confirmation(code: code))
        }
    }

    func removeAuthenticator() async throws(FactorError) {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.delete(SecondFactorContract.authenticatorPath)
        }
        guard answer.status == .noContent else { throw FactorError(answer) }
    }

    func takeBackLoss() async throws(FactorError) {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.delete(SecondFactorContract.lossPath)
        }
        guard answer.status == .noContent else { throw FactorError(answer) }
    }

    func renewRecoveryCodes() async throws(FactorError) -> [Secret] {
        try await codes { () async throws(HTTPTransportError) in
            try await server.post(SecondFactorContract.codesPath)
        }
    }

    func authenticate(password: Secret, code: Secret?) async throws(FactorError) {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.post(
                SecondFactorContract.authenticationPath,
                json: SecondFactorContract.Authentication(password: password, code: code))
        }
        guard answer.status == .noContent else { throw FactorError(answer) }
    }

    private func codes(_ ask: () async throws(HTTPTransportError) -> ServerAnswer) async throws(FactorError) -> [Secret]
    {
        let answer = try await asked(ask)
        guard answer.status == .ok, let codes = answer.decode(SecondFactorContract.RecoveryCodes.self) else {
            throw FactorError(answer)
        }
        return codes.codes
    }

    private func asked(
        _ ask: () async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(FactorError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await ask()
        } catch {
            throw error.mapped(
                cancelled: FactorError.cancelled, unreachable: FactorError.connectivity, unintelligible: .server,
                impossible: FactorError.impossible)
        }
    }
}

extension RemoteFactors: Reauthenticating {
    func passwordProof() async -> PasswordProof {
        let answer: ServerAnswer
        do throws(HTTPTransportError) {
            answer = try await server.get(SecondFactorContract.factorsPath)
        } catch {
            return .possible
        }
        if case .route? = answer.refusal { return .notOffered }
        return answer.decode(SecondFactorContract.Factors.self)?.password ?? true ? .possible : .noPassword
    }

    func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError) {
        do throws(FactorError) {
            try await authenticate(password: password, code: code)
        } catch {
            switch error {
            case .authenticationNeeded: throw .codeNeeded
            case .wrongPassword: throw .wrongPassword(error)
            case .wrongCode: throw .wrongCode(error)
            case .impossible: throw .unavailable(error)
            default: throw .refused(error)
            }
        }
    }
}

extension FactorError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        switch (answer.status, answer.problem.code.flatMap(SecondFactorContract.Code.init)) {
        case (_, .insufficientAuthentication):
            let wantsFactor = answer.fields.challenges.contains { $0.parameters["acr_values"] != nil }
            self = .authenticationNeeded(code: wantsFactor)
        case (_, .secondFactorRequired): self = .authenticationNeeded(code: true)
        case (_, .noPassword): self = .loginNeeded
        case (_, .emailNotVerified): self = .addressNotProved
        case (_, .invalidCredentials): self = .wrongPassword
        case (_, .wrongCode): self = .wrongCode
        case (_, .factorInForce): self = .isOn
        case (_, .noFactor): self = .isOff
        case (_, .accountLocked), (.tooManyRequests, _): self = .tooManyAttempts(retryAfter: answer.retryAfter)
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            case (.proof(let code, let text), _): self = .impossible(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?):
                self = obstacle.cause == .busy ? .busy(obstacle.text) : .connectivity(obstacle.text)
            case (_, nil): self = .server
            }
        }
    }
}
