import CoreModels
import FoundationEssentials
import KernelTesting
import SessionsService
import Testing

struct LiveSessionsTests {
    private let id = SessionID(UUID())
    private let session = LiveSession(userID: UserID(UUID()), startedAt: .distantPast, isVerified: false)

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

    @Test func forgetsWhatWasReadBeforeAnEnd() async throws {
        let live = LiveSessions()
        _ = try await live.session(id) {
            live.end([id])
            return session
        }
        var ended = session
        ended.isEnded = true
        #expect(try await live.session(id) { ended }?.isEnded == true)
    }

    @Test func forgetsWhatWasReadBeforeAVerification() async throws {
        let live = LiveSessions()
        _ = try await live.session(id) {
            live.markVerified(session.userID)
            return session
        }
        var verified = session
        verified.isVerified = true
        #expect(try await live.session(id) { verified }?.isVerified == true)
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
