import CoreModels
import HTTPTransportAPI
import HTTPTypes
import Localization
import LoginAPI
import LoginContract
import OfflineQueueAPI
import Presenting
import SecureStorageAPI
import SessionsAPI

/// Removes the session from this device and has the server end it.
struct RemoteLogout: LoggingOut {
    /// Asks without credentials: what ends the session is the refresh token.
    let server: ServerClient
    let sessions: any SessionStoring
    /// Keeps the revocation until the server has it; nil where there is no
    /// queue.
    let queue: (any RequestQueueing & QueueRetrying)?
    let makeID: @Sendable () -> QueuedRequestID
    let endObservers: @Sendable () -> [any SessionEndObserving]
    let clock: any Clock<Duration>

    /// How long somebody who leaves waits for the server: it hears of it later.
    private static let patience = Duration.seconds(5)

    /// Each step is taken whatever became of those before: a vault that can't
    /// be written is no reason to keep caches, or a session at the server.
    func logOut(_ person: UserID?) async throws(LogoutError) -> LogoutOutcome {
        let reading = await sessions.load()
        if let person, let current = reading.person, current.id != person { return .somebodyElse(name: current.name) }
        // Before the token is gone from this device: the program may be killed
        // at any moment, and the server has to hear of it all the same (D12).
        let revocation = await keepRevocation(of: reading)
        var leftovers: [LocalizedText] = []
        // While it can still be told whose it is.
        leftovers += await forgetWhatWaits(of: reading)
        var hasEnded = true, isNobodyLoggedIn = true
        do throws(SessionStoreError) {
            isNobodyLoggedIn = try await remove(reading)
        } catch {
            hasEnded = false
            leftovers.append(error.fullText)
        }
        // Also if nobody is logged in: the program may have ended halfway
        // through an earlier logout.
        if isNobodyLoggedIn {
            for observer in endObservers() { await observer.sessionDidEnd(.loggedOut) }
        }
        let outcome = await endAtServer(reading, revocation)
        guard leftovers.isEmpty else { throw LogoutError(leftovers: leftovers, hasEnded: hasEnded) }
        return outcome
    }

    /// Removes the session, also if it was renewed meanwhile, and not that of somebody who has
    /// logged in since.
    ///
    /// - Returns: Whether nobody is logged in now.
    private func remove(_ reading: SessionReading) async throws(SessionStoreError) -> Bool {
        var reading = reading
        while case .present(let session) = reading {
            if try await sessions.replace(session, with: nil) { return true }
            reading = await sessions.load()
            if let current = reading.person, current.id != session.user.id { return false }
        }
        try await sessions.remove()
        return true
    }

    /// Wipes what waits for whoever logs out (D9); what belongs to others on
    /// this device is none of their business.
    private func forgetWhatWaits(of reading: SessionReading) async -> [LocalizedText] {
        do throws(OfflineQueueError) {
            switch reading {
            case .present(let session): try await queue?.forget(session.user)
            case .unavailable: try await queue?.forget(nil)
            case .absent: break
            }
            return []
        } catch {
            return [error.text]
        }
    }

    private func keepRevocation(of reading: SessionReading) async -> QueuedRequestID? {
        guard let queue, case .present(let session) = reading,
            let payload = try? SecretCoding.encode(LoginContract.Logout(refreshToken: session.grant.refreshToken))
        else { return nil }
        let id = makeID()
        // Nothing that tells who it was stays on this device.
        let request = QueuedRequest(id: id, kind: .logout, subject: "", payload: payload)
        return (try? await queue.enqueue(request)) == nil ? nil : id
    }

    private func endAtServer(_ reading: SessionReading, _ revocation: QueuedRequestID?) async -> LogoutOutcome {
        switch reading {
        case .absent: return .wasNotLoggedIn
        case .unavailable: return .endedHereOnly
        case .present(let session):
            if let queue, let revocation { return await send(revocation, from: queue) }
            let logout = LoginContract.Logout(refreshToken: session.grant.refreshToken)
            let answer = try? await server.post(LoginContract.logoutPath, json: logout)
            return answer?.status.isSuccess == true && answer?.obstacle == nil ? .ended : .endedHereOnly
        }
    }

    private func send(_ revocation: QueuedRequestID, from queue: any QueueRetrying) async -> LogoutOutcome {
        let reports = await queue.retry(.request(revocation), within: Self.patience, by: clock) ?? []
        switch reports.first(where: { $0.request.id == revocation })?.result {
        case .done, .removalFailed: return .ended
        case .refused, .expired: return .endedHereOnly
        case .kept, .unreachable, nil: return .serverToBeTold
        }
    }
}
