import BrowserLoginAPI
import BrowserLoginContract
import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Localization
import Locking
import LoginAPI
import Presenting
import SessionsAPI

/// Logs in once somebody has let this device in elsewhere.
struct RemoteDeviceLogin: DeviceLoggingIn {
    let dependencies: DeviceLoginClientPlugin.Dependencies
    let beginning: SessionBeginning

    /// For how long a code is waited with at most, whatever the server says.
    private static let longestLifetime = 1_800
    private static let pauses = 1...60
    /// By how much the server asks to wait longer (RFC 8628, section 3.5).
    private static let more = 5
    /// How long the server has to say itself that the code is too old, or that somebody let
    /// this device in at the last moment.
    private static let grace = 75

    func logIn(
        telling tell: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async throws(DeviceLoginError) -> User {
        guard await dependencies.key() != nil else { throw .impossible(.noKey) }
        let start = await beginning.start()
        let begun = try await begin()
        guard let code = UserCode(begun.userCode) else { throw .server }
        let lifetime = min(max(begun.lifetime, 1), Self.longestLifetime)
        // A page that the server names could be somebody else's.
        let invitation = DeviceInvitation(
            address: dependencies.server.address.url(path: DeviceLoginContract.page), code: code,
            endsAt: dependencies.date().addingTimeInterval(TimeInterval(lifetime)))
        tell(.invited(invitation))
        let waiting = Waiting(begun: begun, lifetime: lifetime, endsAt: invitation.endsAt)
        let loggedIn: BrowserLoginContract.LoggedIn
        switch await arrival(of: waiting, tell) {
        case .answered(let result): loggedIn = try result.get()
        case .timedOut: throw .expired
        case .interrupted(let mayHaveBegun): throw mayHaveBegun ? .cancelledMeanwhile : .cancelled
        }
        do throws(SessionStoreError) {
            let session = StoredSession(
                user: loggedIn.user, grant: loggedIn.token, receivedAt: dependencies.now())
            try await beginning.begin(session, since: start)
        } catch {
            throw error.refusal.map { .impossible($0) } ?? .sessionNotStored(Obstacle(error))
        }
        for observer in dependencies.observers() { await observer.didLogIn(loggedIn.user) }
        return loggedIn.user
    }

    private func begin() async throws(DeviceLoginError) -> DeviceLoginContract.Begun {
        let wish = DeviceLoginContract.Wish(device: dependencies.device)
        let answer = try await asked { () async throws(HTTPTransportError) in
            try await dependencies.server.post(DeviceLoginContract.path, json: wish)
        }
        guard answer.status == .ok, let begun = answer.decode(DeviceLoginContract.Begun.self) else {
            throw answer.isOfNoRoute ? .notOffered : DeviceLoginError(answer)
        }
        return begun
    }

    /// A login that somebody has to let in.
    private struct Waiting: Sendable {
        let begun: DeviceLoginContract.Begun
        let lifetime: Int
        let endsAt: Date
        /// Whether the server was asked and hasn't answered.
        let isOpen = Locked(false)
    }

    private enum Event: Sendable {
        case answered(Result<BrowserLoginContract.LoggedIn, DeviceLoginError>)
        case timedOut
        case interrupted(mayHaveBegun: Bool)
    }

    /// Asks until somebody decided, and not for ever.
    private func arrival(
        of waiting: Waiting, _ tell: @escaping @Sendable (DeviceLoginEvent) -> Void
    ) async -> Event {
        let dependencies = dependencies
        return await withTaskGroup(of: Event.self) { group in
            group.addTask { await .answered(answer(to: waiting, tell)) }
            group.addTask {
                do {
                    try await dependencies.clock.sleep(for: .seconds(waiting.lifetime + Self.grace))
                    return .timedOut
                } catch {
                    return .interrupted(mayHaveBegun: waiting.isOpen.current)
                }
            }
            group.addTask {
                await dependencies.untilInterrupted()
                return .interrupted(mayHaveBegun: waiting.isOpen.current)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .interrupted(mayHaveBegun: false)
        }
    }

    private func answer(
        to waiting: Waiting, _ tell: @Sendable (DeviceLoginEvent) -> Void
    ) async -> Result<BrowserLoginContract.LoggedIn, DeviceLoginError> {
        var pause = min(max(waiting.begun.interval, Self.pauses.lowerBound), Self.pauses.upperBound)
        var patience = Duration.zero, before = Reach.answers
        while true {
            do {
                try await dependencies.clock.sleep(for: max(.seconds(pause), patience))
            } catch {
                return .failure(.cancelled)
            }
            waiting.isOpen.withLock { $0 = true }
            let standing = await standing(with: waiting.begun.deviceCode)
            var reach = Reach.answers
            patience = .zero
            switch standing {
            case .loggedIn(let loggedIn): return .success(loggedIn)
            case .failed(let error): return .failure(error)
            case .pending: break
            case .tooFast:
                pause = min(pause + Self.more, Self.pauses.upperBound)
            case .busy(let text, let wished):
                reach = .isBusy
                patience = wished
                if before != reach { tell(.busy(text)) }
            case .unreachable:
                reach = .isSilent
                if before != reach { tell(.disconnected(until: waiting.endsAt)) }
            }
            if reach == .answers, before != reach { tell(.reconnected) }
            waiting.isOpen.withLock { $0 = reach != .answers }
            before = reach
        }
    }

    /// What came of the last question.
    private enum Reach {
        case answers, isBusy, isSilent
    }

    private enum Standing: Sendable {
        case loggedIn(BrowserLoginContract.LoggedIn)
        case pending
        case tooFast
        /// The server has no time, for so long.
        case busy(LocalizedText, for: Duration)
        /// The server couldn't be asked.
        case unreachable
        case failed(DeviceLoginError)
    }

    private func standing(with code: Secret) async -> Standing {
        let answer: ServerAnswer
        do throws(DeviceLoginError) {
            answer = try await asked { () async throws(HTTPTransportError) in
                try await dependencies.server.post(
                    DeviceLoginContract.tokenPath, json: DeviceLoginContract.Question(deviceCode: code))
            }
        } catch .connectivity {
            return .unreachable
        } catch {
            return .failed(error)
        }
        if answer.status == .ok, let loggedIn = answer.decode(BrowserLoginContract.LoggedIn.self) {
            return .loggedIn(loggedIn)
        }
        switch DeviceLoginError(answer) {
        case .server where answer.isStanding(.pending): return .pending
        case .server where answer.isStanding(.slowDown): return .tooFast
        case .busy(let text): return .busy(text, for: answer.retryAfter ?? .zero)
        case .connectivity: return .unreachable
        // Who let this device in hasn't proved what it takes by now.
        case .notRecent: return .failed(.expired)
        case let error: return .failed(error)
        }
    }
}

/// Lets devices in at the server, by a session.
struct RemoteDeviceAdmission: DeviceAdmitting {
    let server: ServerClient

    func device(with code: UserCode) async throws(DeviceLoginError) -> WaitingDevice {
        let answer = try await send(code, to: DeviceLoginContract.requestPath)
        guard answer.status == .ok, let waiting = answer.decode(DeviceLoginContract.Waiting.self) else {
            throw DeviceLoginError(answer)
        }
        return WaitingDevice(
            name: waiting.device, location: waiting.location, address: waiting.address, begunAt: waiting.begunAt)
    }

    func letIn(_ code: UserCode) async throws(DeviceLoginError) {
        try await decide(on: code, at: DeviceLoginContract.approvalPath)
    }

    func refuse(_ code: UserCode) async throws(DeviceLoginError) {
        try await decide(on: code, at: DeviceLoginContract.refusalPath)
    }

    private func decide(on code: UserCode, at path: String) async throws(DeviceLoginError) {
        let answer = try await send(code, to: path)
        guard answer.status == .noContent else { throw DeviceLoginError(answer) }
    }

    private func send(_ code: UserCode, to path: String) async throws(DeviceLoginError) -> ServerAnswer {
        try await asked { () async throws(HTTPTransportError) in
            try await server.post(path, json: DeviceLoginContract.TypedCode(userCode: code.description))
        }
    }
}

private func asked(
    _ ask: () async throws(HTTPTransportError) -> ServerAnswer
) async throws(DeviceLoginError) -> ServerAnswer {
    do throws(HTTPTransportError) {
        return try await ask()
    } catch {
        throw error.mapped(
            cancelled: DeviceLoginError.cancelled, unreachable: DeviceLoginError.connectivity,
            unintelligible: .server, impossible: DeviceLoginError.impossible)
    }
}

extension ServerAnswer {
    /// Whether the server has nothing at the address, as one without this way in.
    fileprivate var isOfNoRoute: Bool { status == .notFound && problem.code == "not_found" }

    /// Whether it says how a device stands that waits.
    fileprivate func isStanding(_ code: DeviceLoginContract.Code) -> Bool { problem.code == code.rawValue }
}

extension DeviceLoginError {
    /// What an answer that isn't a success means.
    fileprivate init(_ answer: ServerAnswer) {
        switch answer.problem.code.flatMap(DeviceLoginContract.Code.init) {
        case .refused: self = .refused
        case .expired: self = .expired
        case .unknownCode: self = .unknownCode
        case .emailNotVerified: self = .emailNotVerified
        case .accountSuspended: self = .impossible(.accountSuspended)
        case .insufficientAuthentication: self = .notRecent
        case .pending, .slowDown: self = .server
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
