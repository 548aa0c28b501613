import CoreModels
import FoundationEssentials
public import SessionsAPI
public import Testing

/// What every ``SessionStoring`` with its ``SessionLocking`` has to do.
public struct SessionStoreConformance {
    private let store: any SessionStoring
    private let lock: any SessionLocking
    private let reopen: @Sendable () async throws -> any SessionStoring
    private let location: SourceLocation

    /// Creates the suite for an empty store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - lock: Its lock.
    ///   - reopen: Opens the same store as another process would.
    public init(
        _ store: any SessionStoring, lock: any SessionLocking,
        reopen: @escaping @Sendable () async throws -> any SessionStoring,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.store = store
        self.lock = lock
        self.reopen = reopen
        location = sourceLocation
    }

    /// Checks everything.
    public func run() async throws {
        try await isEmptyAtFirst()
        try await givesBackWhatWasSaved()
        try await keepsOnlyTheLastSession()
        try await refusesWhatItCannotStore()
        try await leavesWhatHasToStay()
        try await replacesOnlyTheSameSession()
        try await removesOnlyTheSameSession()
        try await removes()
        try await letsOneInAtATime()
    }

    private func isEmptyAtFirst() async throws {
        guard case .absent = await store.load() else {
            Issue.record("a new store holds a session", sourceLocation: location)
            return
        }
        try await store.remove()
    }

    private func givesBackWhatWasSaved() async throws {
        let session = StoredSession.sample(receivedAt: BootTime(boot: "a", uptime: .seconds(1_000_000.125)))
        try await store.save(session)
        try await expect(session, in: store)
        try await expect(session, in: reopen())
        let anonymous = StoredSession.sample(id: nil)
        try await store.save(anonymous)
        try await expect(anonymous, in: reopen())
    }

    private func keepsOnlyTheLastSession() async throws {
        let sessions = (0..<3).map { _ in StoredSession.sample() }
        for session in sessions { try await store.save(session) }
        try await expect(sessions[2], in: store)
    }

    private func refusesWhatItCannotStore() async throws {
        let good = StoredSession.sample()
        try await store.save(good)
        let bad = [
            grant(access: Secret([0xFF, 0xFE])), grant(refresh: Secret("")), grant(expiresIn: 0),
        ]
        for grant in bad {
            let session = StoredSession.sample(grant: grant)
            await #expect(throws: SessionStoreError.unencodable, sourceLocation: location) {
                try await store.save(session)
            }
            await #expect(throws: SessionStoreError.unencodable, sourceLocation: location) {
                _ = try await store.replace(good, with: session)
            }
        }
        try await expect(good, in: store)
    }

    private func leavesWhatHasToStay() async throws {
        let first = StoredSession.sample(), second = StoredSession.sample()
        try await store.remove()
        let before = try await store.save(first) { $0.person != nil }
        guard case .absent = before else {
            Issue.record("nothing was stored", sourceLocation: location)
            return
        }
        try await expect(first, in: reopen())
        // Another program's session counts as well.
        let stayed = try await reopen().save(second) { $0.person != nil }
        #expect(stayed.person == first.user, sourceLocation: location)
        try await expect(first, in: store)
        _ = try await store.save(second) { _ in false }
        try await expect(second, in: reopen())
    }

    private func replacesOnlyTheSameSession() async throws {
        let first = StoredSession.sample()
        let second = first.renewed(with: .sample(), receivedAt: BootTime.sample.advanced(by: .seconds(300)))
        try await store.save(first)
        #expect(try await store.replace(first, with: second), sourceLocation: location)
        try await expect(second, in: reopen())
        let isReplaced = try await store.replace(first, with: .sample())
        #expect(!isReplaced, sourceLocation: location)
        try await expect(second, in: store)
        try await store.remove()
        let isRevived = try await store.replace(second, with: .sample())
        #expect(!isRevived, "a removed session came back", sourceLocation: location)
    }

    private func removesOnlyTheSameSession() async throws {
        let first = StoredSession.sample()
        let second = StoredSession.sample()
        try await store.save(second)
        #expect(try await store.replace(first, with: nil) == false, sourceLocation: location)
        try await expect(second, in: store)
        #expect(try await store.replace(second, with: nil), sourceLocation: location)
        guard case .absent = await store.load() else {
            Issue.record("the session is still there", sourceLocation: location)
            return
        }
    }

    private func removes() async throws {
        try await store.save(.sample())
        try await store.remove()
        guard case .absent = try await reopen().load() else {
            Issue.record("the session is still there", sourceLocation: location)
            return
        }
        try await store.remove()
    }

    private func letsOneInAtATime() async throws {
        let counter = Counter()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [lock] in
                    try await lock.withSessionLock { () async throws(SessionStoreError) in
                        await counter.enter()
                        await Task.yield()
                        await counter.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(await counter.greatest == 1, sourceLocation: location)
        #expect(await counter.total == 8, sourceLocation: location)
    }

    private func grant(
        access: Secret = Secret("a"), refresh: Secret = Secret("r"), expiresIn: Int = 300
    ) -> TokenGrant {
        TokenGrant(accessToken: access, tokenType: "Bearer", expiresIn: expiresIn, refreshToken: refresh, scope: "")
    }

    private func expect(_ session: StoredSession, in store: any SessionStoring) async throws {
        guard case .present(let stored) = await store.load() else {
            Issue.record("there is no session", sourceLocation: location)
            return
        }
        #expect(stored.isIdentical(to: session), sourceLocation: location)
    }

    private actor Counter {
        private(set) var greatest = 0
        private(set) var total = 0
        private var inside = 0

        func enter() {
            inside += 1
            total += 1
            greatest = max(greatest, inside)
        }

        func leave() {
            inside -= 1
        }
    }
}
