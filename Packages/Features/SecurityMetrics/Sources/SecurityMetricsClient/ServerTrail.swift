import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Locking
import LoginAPI
import Presenting
import SecureStorageAPI
import SecurityMetricsAPI
import SecurityMetricsContract

extension SecretKind {
    /// The last head of the server's audit trail, and what contradicts it.
    static let auditHead = SecretKind("audit-head")
}

/// Asks the server how its audit trail goes on from what this device saw, and keeps that in the vault.
///
/// The vault belongs to one server, so what is kept does, too.
struct ServerTrail: TrailFollowing, TrailKeeping {
    private static let name = SecretName(.auditHead)
    /// An answer has at most 126 hashes and a few lines.
    private static let limits = HTTPLimits(
        connect: .seconds(5), total: .seconds(5), maximumHeaderBytes: 16 * 1_024, maximumResponseBytes: 32 * 1_024)

    /// What is known in this run of the program alone.
    private struct Memory {
        /// Whether somebody has logged in since the server was asked.
        var hasLoggedIn = false
        /// When the server was asked last.
        var askedAt: Date?
        /// What was found and couldn't be kept.
        var unkept: TrailEvidence?
    }

    /// Asks with the person's credentials.
    let server: ServerClient
    let secrets: any SecretReading & SecretUpdating
    let judge: TrailJudge
    let now: @Sendable () -> Date
    private let memory = Locked(Memory())

    init(
        server: ServerClient, secrets: any SecretReading & SecretUpdating, judge: TrailJudge,
        now: @escaping @Sendable () -> Date
    ) {
        (self.server, self.secrets, self.judge, self.now) = (server, secrets, judge, now)
    }

    // MARK: Following

    func follow() async {
        guard let kept = try? await kept(), kept.evidence == nil else { return }
        let now = now()
        let isTurn = memory.withLock { memory in
            guard memory.hasLoggedIn || TrailPolicy.isDue(after: [kept.askedAt, memory.askedAt], at: now) else {
                return false
            }
            (memory.askedAt, memory.hasLoggedIn) = (now, false)
            return true
        }
        if isTurn { _ = try? await ask() }
    }

    func finding() async -> TrailContradiction? { (try? await kept())?.evidence?.contradiction }

    // MARK: Keeping

    func kept() async throws(TrailError) -> KeptTrail {
        do throws(SecretStoreError) {
            let kept = try await secrets.value(KeptTrail.self, of: Self.name) ?? KeptTrail()
            guard let unkept = memory.current.unkept, kept.evidence == nil, kept.head == unkept.seen else {
                return kept
            }
            return KeptTrail(
                head: kept.head, confirmedAt: kept.confirmedAt, askedAt: kept.askedAt, evidence: unkept)
        } catch {
            throw .storage(Obstacle(error))
        }
    }

    func ask() async throws(TrailError) -> KeptTrail {
        let before = try await kept()
        guard before.evidence == nil else { return before }
        let (shown, verdict) = try await look(after: before)
        let after = before.after(verdict, on: shown, at: now())
        do throws(TrailError) {
            return try await replace(before, with: after)
        } catch {
            guard let evidence = after.evidence else { throw error }
            memory.withLock { $0.unkept = evidence }
            return after
        }
    }

    func accept(_ evidence: TrailEvidence) async throws(TrailError) -> KeptTrail {
        let date = now()
        let kept = try await update { $0.accepting(evidence, at: date) }
        memory.withLock { $0.unkept = nil }
        return kept
    }

    // MARK: Asking

    private func look(after before: KeptTrail) async throws(TrailError) -> (ShownTrail, TrailVerdict) {
        let answer: ServerAnswer, seen = before.head
        do throws(HTTPTransportError) {
            let since: KeyValuePairs<String, String> =
                if let seen { [SecurityMetricsContract.sinceParameter: "\(seen.size)"] } else { [:] }
            answer = try await server.get(
                SecurityMetricsContract.headPath, query: since, fields: [.cacheControl: "no-store"],
                limits: Self.limits)
        } catch {
            // A server that is silent isn't waited for at each contact; one that isn't there costs no time.
            if case .timedOut = error { await noteAsked(before) }
            throw TrailError(error)
        }
        guard answer.status == .ok, let message = answer.decode(ShownHeadMessage.self),
            let shown = ShownTrail(message), let verdict = try? judge.verdict(on: shown, after: seen)
        else {
            let error = TrailError(answer)
            switch error {
            case .notLoggedIn, .storage, .cancelled: break
            // A server that has just begun signs its first head soon.
            case .connectivity where seen == nil: break
            case .connectivity, .impossible, .server: await noteAsked(before)
            }
            throw error
        }
        return (shown, verdict)
    }

    private func noteAsked(_ before: KeptTrail) async {
        _ = try? await replace(before, with: before.asked(at: now()))
    }

    // MARK: Storing

    /// Keeps what follows from what was kept, unless somebody else has asked meanwhile: what they
    /// saw stands, and this is about a head from before.
    private func replace(_ before: KeptTrail, with after: KeptTrail) async throws(TrailError) -> KeptTrail {
        try await update { current in
            current.head == before.head && current.evidence == nil ? after : current
        }
    }

    /// Changes what is kept; what can't be read stays.
    private func update(_ change: @escaping @Sendable (KeptTrail) -> KeptTrail) async throws(TrailError) -> KeptTrail {
        let outcome: Result<KeptTrail, SecretStoreError>
        do throws(SecretStoreError) {
            outcome = try await secrets.update(Self.name) {
                stored -> (change: SecretChange, value: Result<KeptTrail, SecretStoreError>) in
                do throws(SecretStoreError) {
                    let current = try Self.decode(stored), next = change(current)
                    guard next != current else { return (change: .keep, value: .success(current)) }
                    return (change: .save(try SecretCoding.encode(next)), value: .success(next))
                } catch {
                    return (change: .keep, value: .failure(error))
                }
            }
        } catch {
            throw .storage(Obstacle(error))
        }
        do throws(SecretStoreError) { return try outcome.get() } catch { throw .storage(Obstacle(error)) }
    }

    private static func decode(_ stored: StoredSecret) throws(SecretStoreError) -> KeptTrail {
        guard let secret = try stored.get() else { return KeptTrail() }
        return try SecretCoding.decode(KeptTrail.self, from: secret)
    }
}

/// A login is a new beginning: the server is asked at once.
extension ServerTrail: LoginObserving {
    func didLogIn(_ user: User) async {
        memory.withLock { $0.hasLoggedIn = true }
    }

    func didFailToLogIn(_ error: LoginError) async {}
}

extension TrailError {
    fileprivate init(_ error: HTTPTransportError) {
        switch error {
        case .cancelled: self = .cancelled
        case .connectivity, .timedOut, .tls: self = .connectivity(error.text)
        case .fileSystem, .credentialsUnavailable: self = .storage(Obstacle(error))
        case .insecureAddress, .refusedByPins, .invalidRequest: self = .impossible(Obstacle(error))
        case .tooLarge, .invalidResponse: self = .server
        }
    }

    /// What an answer that is no head means.
    fileprivate init(_ answer: ServerAnswer) {
        switch (answer.refusal, answer.obstacle) {
        case (.session, _): self = .notLoggedIn
        case (.proof(let code, let text), _): self = .storage(Obstacle(code: code, text))
        case (.route(let obstacle), _): self = .impossible(obstacle)
        case (_, let obstacle?): self = .connectivity(obstacle.text)
        case (_, nil): self = .server
        }
    }
}
