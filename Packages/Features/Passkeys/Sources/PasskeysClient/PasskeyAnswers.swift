import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import PasskeysAPI
import PasskeysContract
import Presenting
import SessionsAPI

extension PasskeyQuestion {
    /// Asks the server what to ask.
    init<Question: Codable>(
        asking server: ServerClient, at path: String, _ kind: Question.Type
    ) async throws(PasskeyError) {
        let answer = try await asked { () async throws(HTTPTransportError) in try await server.post(path) }
        guard answer.status == .ok, let question = answer.decode(kind),
            let options = try? WireCoding.encoder().encode(question)
        else { throw PasskeyError(answer) }
        self.init(options: String(decoding: options, as: UTF8.self))
    }
}

/// What a browser gave.
func read<Credential: Decodable>(_ answer: String) throws(PasskeyError) -> Credential {
    guard !answer.isEmpty else { throw .noAnswer }
    guard let credential = try? WireCoding.decoder().decode(Credential.self, from: Data(answer.utf8)) else {
        throw .invalid
    }
    return credential
}

func asked(
    _ ask: () async throws(HTTPTransportError) -> ServerAnswer
) async throws(PasskeyError) -> ServerAnswer {
    do throws(HTTPTransportError) {
        return try await ask()
    } catch {
        throw error.mapped(
            cancelled: PasskeyError.cancelled, unreachable: PasskeyError.connectivity, unintelligible: .server,
            impossible: PasskeyError.impossible)
    }
}

extension PasskeyError {
    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        if answer.problem.errors?.contains(where: { $0.pointer == "/name" }) ?? false {
            self = .invalidName
            return
        }
        switch answer.problem.code.flatMap(PasskeysContract.Code.init) {
        case .passkeysUnavailable: self = .unavailable
        case .passkeyRefused: self = .refused
        case .passkeyInvalid: self = .invalid
        case .passkeyUnverified: self = .unverified
        case .passkeyCopied: self = .copied
        case .questionOver: self = .over
        case .passkeyKnown: self = .known
        case .tooManyPasskeys: self = .tooMany
        case .unknownPasskey: self = .unknown
        case .lastWay: self = .lastWay
        case .emailNotVerified: self = .addressNotProved
        case .accountSuspended: self = .impossible(.accountSuspended)
        case .insufficientAuthentication: self = .notRecent
        case nil:
            switch answer.refusal {
            case .session?: self = .notLoggedIn
            case .proof(let code, let text)?: self = .impossible(Obstacle(code: code, text))
            case .route(let obstacle)?: self = .impossible(obstacle)
            case .foreign?, nil:
                switch answer.obstacle {
                case let obstacle? where obstacle.cause == .busy: self = .busy(obstacle.text)
                case let obstacle?: self = .connectivity(obstacle.text)
                case nil: self = .server
                }
            }
        }
    }
}
