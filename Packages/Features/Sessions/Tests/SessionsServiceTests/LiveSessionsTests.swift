import CoreModels
import FoundationEssentials
import KernelTesting
import SQLStoreAPI
import SessionsService
import SessionsServiceAPI
import Testing

struct LiveSessionsTests {
    private let id = SessionID(UUID())
    private let session = LiveSession(
        userID: UserID(UUID()), startedAt: .distantPast, isVerified: false,
        authentication: Authentication([.password], at: .distantPast))

    @Test func readsASessionOnce() async throws {
        let live = LiveSessions()
        var reads = 0
        for _ in 0..<3 {
            let found = try await live.session(id) {
                reads += 1
                return session
            }
            #expect(found == session)
        }
        #expect(reads == 1)
    }

    @Test func forgetsWhatWasReadBeforeAChange() async throws {
        let live = LiveSessions()
        _ = try await live.session(id) {
            live.hear(.sent("\(id)"))
            return session
        }
        var ended = session
        ended.isEnded = true
        #expect(try await live.session(id) { ended }?.isEnded == true)
    }

    @Test func readsAnewWhatASignalNamesAndNothingElse() async throws {
        let live = LiveSessions(), ids = [id, SessionID(UUID()), SessionID(UUID())]
        for id in ids { _ = try await live.session(id) { session } }
        live.hear(.sent("\(ids[0]),\(ids[2]),nonsense,"))
        #expect(try await read(ids, from: live) == [ids[0], ids[2]])
        #expect(try await read(ids, from: live) == [])
    }

    /// As long as a sign-out elsewhere may go unheard, each request asks the
    /// database.
    @Test func remembersNothingWhileSignalsAreInterrupted() async throws {
        let live = LiveSessions()
        _ = try await live.session(id) { session }
        live.hear(.interrupted)
        for _ in 0..<2 { #expect(try await read([id], from: live) == [id]) }
        live.hear(.resumed)
        for expected in [[id], []] { #expect(try await read([id], from: live) == expected) }
    }

    @Test func whatWasReadDuringAnInterruptionIsNotRememberedAfterIt() async throws {
        let live = LiveSessions()
        live.hear(.interrupted)
        _ = try await live.session(id) {
            live.hear(.resumed)
            return session
        }
        #expect(try await read([id], from: live) == [id])
    }

    /// Those that are read, and not remembered.
    private func read(_ ids: [SessionID], from live: LiveSessions) async throws -> [SessionID] {
        var read: [SessionID] = []
        for id in ids {
            _ = try await live.session(id) {
                read.append(id)
                return session
            }
        }
        return read
    }

    @Test func remembersNobodyWhoIsNotThere() async throws {
        let live = LiveSessions()
        #expect(try await live.session(id) { nil } == nil)
        #expect(try await live.session(id) { session } == session)
    }

    @Test func staysWithinItsCapacityAndReadsAgain() async throws {
        let live = LiveSessions(capacity: 2)
        for id in [id, SessionID(UUID()), SessionID(UUID())] { _ = try await live.session(id) { session } }
        var reads = 0
        _ = try await live.session(id) {
            reads += 1
            return session
        }
        #expect(reads == 1)
    }
}
