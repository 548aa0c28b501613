import CoreModels
import DeviceFindingsAPI
import DeviceFindingsContract
import DeviceIntegrityAPI
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import Locking
import SecureStorageAPI
import SessionsAPI
import TelemetryAPI

extension SecretKind {
    /// What a start found, until the server was told.
    static let deviceFindings = SecretKind("device-findings")
}

/// Keeps in the vault what a start found, and tells the server.
///
/// The vault belongs to one server, so what waits does, too.
struct ServerFindings: FindingTelling {
    private static let name = SecretName(.deviceFindings)

    /// Asks with the credentials of one person, and with nobody else's.
    let serverOf: @Sendable (UserID) -> ServerClient
    let sessions: any SessionStoring
    let secrets: any SecretReading & SecretUpdating
    let log: Logger
    let now: @Sendable () -> Date
    /// What this start found and the vault doesn't have.
    private let noted = Locked<[IntegrityFinding.Kind]>([])

    init(
        serverOf: @escaping @Sendable (UserID) -> ServerClient, sessions: any SessionStoring,
        secrets: any SecretReading & SecretUpdating, log: Logger, now: @escaping @Sendable () -> Date
    ) {
        (self.serverOf, self.sessions, self.secrets, self.log, self.now) = (serverOf, sessions, secrets, log, now)
    }

    func note(_ kinds: [IntegrityFinding.Kind]) {
        noted.withLock { $0 += kinds }
    }

    func tell() async {
        let audience: KeptFindings.Audience?
        switch await sessions.load() {
        case .present(let session): audience = .init(person: session.user.id, session: session.id)
        case .absent: audience = nil
        // Whose it is can't be said: it waits in memory.
        case .unavailable: return
        }
        let kept = await keep(for: audience)
        guard let audience, !kept.isPaused(at: now()) else { return }
        for kind in kept.due(for: audience) {
            guard await tell(kind, in: audience, before: kept) else { return }
        }
    }

    func told() async -> ToldFindings? {
        guard let kept = try? await kept() else { return nil }
        return ToldFindings(told: kept.told, waiting: kept.allWaiting, isOffered: kept.isOffered)
    }

    // MARK: Telling

    /// - Returns: Whether to go on with the next one.
    private func tell(
        _ kind: IntegrityFinding.Kind, in audience: KeptFindings.Audience, before: KeptFindings
    ) async -> Bool {
        let fields: LogFields = ["finding": kind.rawValue]
        switch await answer(to: kind, in: audience) {
        case .taken:
            log.notice("told the server what a start found", fields)
            await settle(kind, in: audience, toldAt: now())
        case .refused:
            log.warning("the server doesn't take what a start found", fields)
            await settle(kind, in: audience, toldAt: nil)
        case .notOffered:
            if before.isOffered { log.warning("this server can't be told what a start found; it waits", fields) }
            let now = now()
            _ = try? await update { $0.noteNotOffered(at: now) }
            return false
        case .later:
            log.info("what a start found waits to be told to the server", fields)
            return false
        }
        return true
    }

    private func answer(to kind: IntegrityFinding.Kind, in audience: KeptFindings.Audience) async -> FindingAnswer {
        // The same when it is sent twice, which the server makes one of: whoever waits may give up on it.
        let key = "\(kind.rawValue)-\(audience.session.map { "\($0)" } ?? "\(audience.person)")"
        do throws(HTTPTransportError) {
            return FindingAnswer(
                try await serverOf(audience.person).post(
                    DeviceFindingsContract.path, json: DeviceFindingsContract.Finding(kind: kind.rawValue),
                    fields: [.idempotencyKey: key]))
        } catch {
            return .later
        }
    }

    // MARK: Keeping

    /// Has what was noted wait in the vault; where that can't be written, in memory.
    ///
    /// - Returns: All that waits.
    private func keep(for audience: KeptFindings.Audience?) async -> KeptFindings {
        let found = noted.current
        guard !found.isEmpty else { return (try? await kept()) ?? KeptFindings() }
        do throws(SecretStoreError) {
            let kept = try await update { $0.note(found, for: audience) }
            noted.withLock { $0.removeAll(where: found.contains) }
            return kept
        } catch {
            log.failure("could not keep what a start found", ["reason": "\(error)"])
            var kept = (try? await kept()) ?? KeptFindings()
            kept.note(found, for: audience)
            return kept
        }
    }

    private func settle(_ kind: IntegrityFinding.Kind, in audience: KeptFindings.Audience, toldAt date: Date?) async {
        noted.withLock { $0.removeAll { $0 == kind } }
        _ = try? await update { $0.settle(kind, in: audience, toldAt: date) }
    }

    private func kept() async throws(SecretStoreError) -> KeptFindings {
        try Self.decode(await secrets.read(Self.name))
    }

    /// Changes what is kept in one step over all processes.
    private func update(_ change: @escaping @Sendable (inout KeptFindings) -> Void) async throws(SecretStoreError)
        -> KeptFindings
    {
        let outcome: Result<KeptFindings, SecretStoreError> = try await secrets.update(Self.name) {
            stored -> (change: SecretChange, value: Result<KeptFindings, SecretStoreError>) in
            do throws(SecretStoreError) {
                let before = try Self.decode(stored)
                var after = before
                change(&after)
                guard after != before else { return (change: .keep, value: .success(after)) }
                return (change: .save(try SecretCoding.encode(after)), value: .success(after))
            } catch {
                return (change: .keep, value: .failure(error))
            }
        }
        return try outcome.get()
    }

    /// What is damaged, or of no form that is known, is begun anew: the next start finds again what lasts.
    private static func decode(_ stored: StoredSecret) throws(SecretStoreError) -> KeptFindings {
        switch stored {
        case .absent, .unavailable(.damagedRecord): return KeptFindings()
        case .unavailable(let error): throw error
        case .present(let secret):
            return (try? SecretCoding.decode(KeptFindings.self, from: secret)) ?? KeptFindings()
        }
    }
}
