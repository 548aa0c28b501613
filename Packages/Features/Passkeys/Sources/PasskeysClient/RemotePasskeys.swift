import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import PasskeysAPI
import PasskeysContract
import Presenting

/// Shows and changes the passkeys of who is logged in.
struct RemotePasskeys: PasskeyManaging {
    /// Asks with the session.
    let server: ServerClient

    func passkeys() async throws(PasskeyError) -> [Passkey] {
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await server.get(PasskeysContract.passkeysPath)
        }
        guard answer.status == .ok, let all = answer.decode(PasskeysContract.Passkeys.self) else {
            throw PasskeyError(answer)
        }
        return all.passkeys.map(Passkey.init)
    }

    func makingQuestion() async throws(PasskeyError) -> PasskeyQuestion {
        try await PasskeyQuestion(
            asking: server, at: PasskeysContract.makingPath, PasskeysContract.MakingQuestion.self)
    }

    func add(_ answer: String, named name: String) async throws(PasskeyError) -> Passkey {
        let addition = PasskeysContract.Addition(name: name, credential: try read(answer))
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await server.post(PasskeysContract.passkeysPath, json: addition)
        }
        guard reply.status == .created, let passkey = reply.decode(PasskeysContract.Passkey.self) else {
            throw PasskeyError(reply)
        }
        return Passkey(passkey)
    }

    func rename(_ id: UUID, to name: String) async throws(PasskeyError) -> Passkey {
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await server.post(
                PasskeysContract.namePath(of: PasskeyID(id)), json: PasskeysContract.Renaming(name: name))
        }
        guard reply.status == .ok, let passkey = reply.decode(PasskeysContract.Passkey.self) else {
            throw PasskeyError(reply)
        }
        return Passkey(passkey)
    }

    func remove(_ id: UUID) async throws(PasskeyError) {
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await server.delete(PasskeysContract.passkeyPath(of: PasskeyID(id)))
        }
        guard reply.status == .noContent else { throw PasskeyError(reply) }
    }

    func authenticationQuestion() async throws(PasskeyError) -> PasskeyQuestion {
        try await PasskeyQuestion(
            asking: server, at: PasskeysContract.authenticationQuestionPath, PasskeysContract.AnswerQuestion.self)
    }

    func authenticate(with answer: String) async throws(PasskeyError) {
        let authentication = PasskeysContract.Authentication(credential: try read(answer))
        let reply = try await asked { () async throws(HTTPTransportError) in
            try await server.post(PasskeysContract.authenticationPath, json: authentication)
        }
        guard reply.status == .noContent else { throw PasskeyError(reply) }
    }
}

extension Passkey {
    fileprivate init(_ passkey: PasskeysContract.Passkey) {
        self.init(
            id: passkey.id.uuid, name: passkey.name, madeAt: passkey.madeAt, usedAt: passkey.usedAt,
            isBackedUp: passkey.isBackedUp, copySeenAt: passkey.copySeenAt)
    }
}
