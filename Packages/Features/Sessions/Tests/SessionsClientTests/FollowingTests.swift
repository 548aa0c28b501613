import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SecureStorageAPI
import SessionsAPI
import SessionsClient
import SessionsTesting
import Testing

/// Following the event stream, against a server that says what the test wants.
struct FollowingTests {
    private let clock = PauseClock()
    private let ends = SessionEndSpy()
    private let session = StoredSession.sample()
    private let store: InMemorySessionStore
    private let heard = Locked<[SecurityNews]>([])

    init() {
        store = InMemorySessionStore(session)
    }

    private func follow(_ transport: StreamScript, clock: (any Clock<Duration>)? = nil) async throws {
        let address = try #require(ServerAddress("http://localhost:8080"))
        let notices = DeviceSessionsClientPlugin.assemble(
            .init(
                server: ServerClient(address: address, transport: transport), transport: transport, sessions: store,
                lock: store, endObservers: { [ends] in [ends] }, clock: clock ?? self.clock, random: { 0 })
        ).exports.notices
        try await notices.follow { [heard] news in heard.withLock { $0.append(news) } }
    }

    private static let ready = "event: ready\nid: 7\nretry: 2000\ndata: {\"at\":\"2026-11-21T09:37:21Z\"}\n\n"

    private func ended(_ id: SessionID?, current: Bool, reason: String = "terminated") -> String {
        """
        event: session_ended
        id: 9
        data: {"at":"2026-11-21T09:37:21Z","current":\(current),"reason":"\(reason)","session_id":"\(id ?? SessionID(UUID()))"}


        """
    }

    private var notices: [SecurityNotice.Kind] {
        heard.current.compactMap { if case .notice(let notice) = $0 { notice.kind } else { nil } }
    }

    private var isLoggedIn: Bool {
        get async { if case .present = await store.load() { true } else { false } }
    }

    @Test(.requirement("SESS-06")) func theEndOfThisSessionRemovesIt() async throws {
        let other = SessionID(UUID())
        let script = StreamScript([
            .events(Self.ready, ended(other, current: false), ended(session.id, current: true), "garbage")
        ])
        try await follow(script)
        #expect(
            notices == [
                .sessionEnded(other, isCurrent: false, reason: "terminated"),
                .sessionEnded(session.id, isCurrent: true, reason: "terminated"),
            ])
        #expect(await !isLoggedIn)
        #expect(ends.ends == [.refused])
    }

    @Test(
        .requirement("OPS-06"),
        arguments: [("account_suspended", SessionEnd.suspended), ("ended_by_operator", .endedByOperator)])
    func thoseWhoCleanUpHearWhatAnOperatorDid(reason: String, end: SessionEnd) async throws {
        try await follow(StreamScript([.events(Self.ready, ended(session.id, current: true, reason: reason))]))
        #expect(await !isLoggedIn)
        #expect(ends.ends == [end])
    }

    /// A server that is newer has words that this program doesn't know.
    @Test func survivesWhatItIsTooOldToKnow() async throws {
        func event(_ name: String, _ more: String = "") -> String {
            "event: \(name)\ndata: {\"at\":\"2026-11-21T09:37:21Z\"\(more)}\n\n"
        }
        let script = StreamScript([
            .events(
                Self.ready, event("way_in_changed", #","way_in":{"way":"passkey","change":"added"}"#),
                event("way_in_changed", #","way_in":{"way":"card","change":"bent","provider":"Acme","more":[1]}"#),
                event("way_in_changed"), event("later_invention", #","way_in":{"shape":{}},"device":[1]"#),
                event("later_invention", #","more":{"way":1}"#), event("email_verified"),
                ended(session.id, current: true))
        ])
        try await follow(script)
        #expect(
            notices.dropLast() == [
                .wayInChanged(way: "passkey", change: "added", provider: nil),
                .wayInChanged(way: "card", change: "bent", provider: "Acme"), .unknown("way_in_changed"),
                .unknown("later_invention"), .emailVerified,
            ])
    }

    @Test func readsEveryKindOfNotice() async throws {
        func event(_ name: String, _ more: String = "") -> String {
            "event: \(name)\ndata: {\"at\":\"2026-11-21T09:37:21Z\"\(more)}\n\n"
        }
        let id = SessionID(UUID())
        let script = StreamScript([
            .events(
                Self.ready, event("email_verified"), event("password_changed"),
                event(
                    "suspicious_access",
                    #","session_id":"\#(id)","device":"phone","location":"unknown","reasons":["new_device"]"#),
                event("provider_unlinked"), "data: not json\n\n", ended(session.id, current: true))
        ])
        try await follow(script)
        #expect(
            notices.dropLast() == [
                .emailVerified, .passwordChanged,
                .suspiciousAccess(id, device: "phone", location: nil, reasons: ["new_device"]),
                .unknown("provider_unlinked"),
            ])
    }

    @Test func aLostConnectionIsMadeAgainWhereItStopped() async throws {
        let script = StreamScript([
            .events(Self.ready, "event: email_verified\nid: 8\ndata: {\"at\":\"2026-11-21T09:37:21Z\"}\n\n"),
            .failure(.connectivity(reason: "refused")), .status(.serviceUnavailable, retryAfter: "30"),
            .failure(.timedOut), .events(Self.ready, ended(session.id, current: true)),
        ])
        try await follow(script)
        #expect(script.lastIDs == [nil, "8", "8", "8", "8"])
        #expect(clock.pauses == [2, 4, 30, 16].map { .seconds($0) })
        #expect(heard.current.filter { $0 == .connected }.count == 2)
    }

    @Test func theFirstConnectionMayFail() async throws {
        await #expect(throws: SessionManagingError.connectivity(HTTPTransportError.timedOut.text)) {
            try await follow(StreamScript([.failure(.timedOut)]))
        }
        await #expect(throws: SessionManagingError.busy(retryAfter: .seconds(30))) {
            try await follow(StreamScript([.status(.tooManyRequests, retryAfter: "30")]))
        }
        await #expect(throws: SessionManagingError.server) {
            try await follow(StreamScript([.status(.ok, retryAfter: nil)]))
        }
        #expect(clock.pauses.isEmpty)
        #expect(await isLoggedIn)
    }

    @Test func whoIsNotLoggedInHasNothingToFollow() async throws {
        try await store.remove()
        let script = StreamScript([])
        await #expect(throws: SessionManagingError.notLoggedIn) { try await follow(script) }
        #expect(script.lastIDs.isEmpty)
    }

    /// Whoever adds the credentials found out that the session is over, and
    /// removed it.
    @Test(.requirement("SESS-18")) func aRefusedSessionIsTheEndOfIt() async throws {
        let script = StreamScript([.status(.unauthorized, retryAfter: nil)]) { [store] in try? await store.remove() }
        try await follow(script)
        #expect(notices == [.sessionEnded(session.id, isCurrent: true, reason: nil)])
        #expect(ends.ends.isEmpty)
    }

    @Test(.requirement("SESS-18")) func aServerThatRefusesWithoutEndingTheSessionEndsNothing() async throws {
        await #expect(throws: SessionManagingError.server) {
            try await follow(StreamScript([.status(.unauthorized, retryAfter: nil)]))
        }
        #expect(await isLoggedIn)
    }

    @Test func whoLoggedInAnewMeanwhileStaysLoggedIn() async throws {
        let other = StoredSession.sample()
        let script = StreamScript([.events(Self.ready, ended(session.id, current: true))]) { [store] in
            try? await store.save(other)
        }
        try await follow(script)
        #expect(await isLoggedIn)
        #expect(ends.ends.isEmpty)
    }

    /// The session before is ended then (SESS-21); following goes on with the
    /// one that took its place.
    @Test(.requirement("SESS-21")) func whoLogsInAgainGoesOnFollowing() async throws {
        let next = StoredSession.sample(user: session.user)
        let script = StreamScript([
            .events(Self.ready, ended(session.id, current: true)), .events(Self.ready, ended(next.id, current: true)),
        ]) { [store] in
            try? await store.save(next)
        }
        try await follow(script)
        #expect(script.lastIDs == [nil, "9"])
        #expect(await !isLoggedIn)
        #expect(ends.ends == [.refused])
    }

    @Test func aVaultThatCannotBeReadIsToldAndNotTakenForTheEnd() async throws {
        let script = StreamScript([.events(Self.ready, ended(session.id, current: true))]) { [store] in
            store.failReads(with: .storage(.passphraseRequired))
        }
        await #expect {
            try await follow(script)
        } throws: {
            if case SessionManagingError.storage = $0 { true } else { false }
        }
        #expect(ends.ends.isEmpty)
    }

    @Test func aConnectionThatDiedInSilenceIsNoticed() async throws {
        let clock = ManualClock()
        let script = StreamScript([.silence(after: Self.ready)])
        let following = Task { try await follow(script, clock: clock) }
        while heard.current.isEmpty { await Task.yield() }
        // The first stretch may have the greeting in it.
        while heard.current.count < 2 {
            await clock.waitForSleepers()
            clock.advance(by: .seconds(45))
        }
        #expect(heard.current[1] == .disconnected(HTTPTransportError.timedOut.text, retryAfter: .seconds(2)))
        following.cancel()
        _ = try? await following.value
    }

    @Test func cancellingEndsTheFollowingAndNothingElse() async throws {
        let script = StreamScript([.silence(after: Self.ready)])
        let following = Task { try await follow(script, clock: ManualClock()) }
        while heard.current.isEmpty { await Task.yield() }
        following.cancel()
        await #expect(throws: SessionManagingError.cancelled) { try await following.value }
        #expect(await isLoggedIn)
    }
}
