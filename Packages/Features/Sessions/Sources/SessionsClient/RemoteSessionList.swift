import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import Presenting
import SessionsAPI
import SessionsContract

/// Asks the server for the sessions of the person, and to change them.
struct RemoteSessionList: SessionManaging {
    /// Asks with the person's credentials.
    let server: ServerClient

    func sessions() async throws(SessionManagingError) -> DeviceList {
        let answer = try await ask { () async throws(HTTPTransportError) in try await server.get(SessionsPath.sessions)
        }
        guard answer.status == .ok, let list = answer.decode(SessionListMessage.self) else {
            throw SessionManagingError(answer)
        }
        return DeviceList(list.items.map { DeviceSession($0) }, knowsPlaces: list.knowsPlaces)
    }

    func end(_ id: SessionID) async throws(SessionManagingError) {
        let path = SessionsPath.session("\(id)")
        try await change { () async throws(HTTPTransportError) in try await server.delete(path) }
    }

    func endOthers() async throws(SessionManagingError) {
        try await change { () async throws(HTTPTransportError) in try await server.delete(SessionsPath.sessions) }
    }

    func confirm(_ id: SessionID) async throws(SessionManagingError) {
        let path = SessionsPath.confirmation("\(id)")
        try await change { () async throws(HTTPTransportError) in try await server.post(path) }
    }

    private func change(
        _ send: () async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(SessionManagingError) {
        let answer = try await ask(send)
        guard answer.status == .noContent else { throw SessionManagingError(answer) }
    }

    private func ask(
        _ send: () async throws(HTTPTransportError) -> ServerAnswer
    ) async throws(SessionManagingError) -> ServerAnswer {
        do throws(HTTPTransportError) {
            return try await send()
        } catch {
            throw SessionManagingError(error)
        }
    }
}

extension DeviceSession {
    fileprivate init(_ message: SessionMessage) {
        self.init(
            id: message.id, device: message.device.known, location: DevicePlace(message.place, message.location),
            createdAt: message.createdAt, lastSeenAt: message.lastSeenAt, isCurrent: message.isCurrent,
            isSuspicious: message.isSuspicious)
    }
}

extension DevicePlace {
    /// Reads what the wire says of a place, of which an older server knows one language; nil for one that nobody knows.
    init?(_ place: PlaceMessage?, _ location: String?) {
        if let place {
            self.init(LocalizedText(en: place.english, es: place.spanish), country: place.country)
        } else if let location = location?.known {
            self.init(LocalizedText(verbatim: location))
        } else {
            return nil
        }
    }
}

extension String {
    /// The text; nil for the word that stands for what nobody knows.
    var known: String? { self == SessionMessage.unknown ? nil : self }
}

extension SessionManagingError {
    init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls: self = .connectivity(error.text)
        case .fileSystem, .credentialsUnavailable: self = .storage(Obstacle(error))
        case .insecureAddress, .refusedByPins, .invalidRequest: self = .impossible(Obstacle(error))
        case .tooLarge, .invalidResponse: self = .server
        }
    }

    /// What an answer that isn't a success means.
    init(_ answer: ServerAnswer) {
        switch (answer.status, answer.problem.code.flatMap(SessionListCode.init)) {
        case (_, .currentSession): self = .currentSession
        case (_, .insufficientAuthentication): self = .notRecent
        case (.notFound, _) where answer.problem.code != nil: self = .unknownSession
        default:
            switch (answer.refusal, answer.obstacle) {
            case (.session, _): self = .notLoggedIn
            // What is wrong with the key of this device: it can't be used.
            case (.proof(let code, let text), _): self = .storage(Obstacle(code: code, text))
            case (.route(let obstacle), _): self = .impossible(obstacle)
            case (_, let obstacle?):
                self = obstacle.cause == .busy ? .busy(retryAfter: obstacle.retryAfter) : .connectivity(obstacle.text)
            case (_, nil): self = .server
            }
        }
    }
}
