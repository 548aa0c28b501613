import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPTypes
import KernelTesting
import SQLStoreAPI
import SessionsContract
import SessionsService
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import TelemetryTesting
import Testing

struct EventStreamTests {
    private let ada = User.sample(), eve = User.sample(email: "eve@example.com")
    private let clock = ManualClock()
    private let metrics = InMemoryMetrics()
    private let server: SessionServer

    init() async throws {
        server = try SessionServer(try await RunningSessions(metrics: metrics, clock: clock))
    }

    private var sessions: RunningSessions { server.sessions }

    /// A stream that is connected, and the number from which it follows.
    private func ready(
        _ device: SessionServer.Device, after last: String? = nil
    ) async throws -> (stream: EventReader, id: String) {
        let stream = try await server.events(as: device, after: last)
        let first = try #require(try await stream.next())
        #expect(first.name == "ready" && first.retry == "1000")
        return (stream, try #require(first.id))
    }

    @Test(.requirement("SESS-06")) func tellsAllDevicesThatASessionEnded() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        let (here, _) = try await ready(laptop), (there, _) = try await ready(phone)
        #expect(there.fields[.contentType] == "text/event-stream")
        #expect(await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop).status == .noContent)

        let told = try #require(try await there.next())
        #expect(told.name == "session_ended")
        #expect(
            told.message
                == SecurityEventMessage(
                    at: sessions.date.value, sessionID: phone.id, isCurrent: true, reason: "terminated"))
        #expect(try await there.next() == nil, "nothing comes after the end")
        let other = try #require(try await here.next())
        #expect(other.message?.sessionID == phone.id && other.message?.isCurrent == false)
        #expect(other.id == told.id)
    }

    @Test(.requirement("SESS-10", "SESS-11", "VERIFY-03")) func tellsWhatElseHappens() async throws {
        let laptop = try await server.logIn(ada)
        let (stream, _) = try await ready(laptop)
        try await sessions.database.write { db in
            try sessions.subjects.recordVerification(of: ada.id, in: db)
        }
        #expect(try await stream.next()?.name == "email_verified")

        try await sessions.database.write { db in
            try sessions.events.record(.passwordChanged, of: ada.id, in: db)
        }
        #expect(try await stream.next()?.name == "password_changed")

        let ways: [(ChangedWay, WayChange, WayInMessage)] = [
            (.secondFactor, .added, WayInMessage(way: "second_factor", change: "added")),
            (.recoveryCodes, .renewed, WayInMessage(way: "recovery_codes", change: "renewed")),
            (.passkey, .removed, WayInMessage(way: "passkey", change: "removed")),
            (.address, .restored, WayInMessage(way: "address", change: "restored")),
            (.provider("A cme, Ltd"), .added, WayInMessage(way: "provider", change: "added", provider: "A cme, Ltd")),
        ]
        for (way, change, told) in ways {
            try await sessions.database.write { db in
                try sessions.events.record(.wayInChanged(way, change), of: ada.id, in: db)
            }
            let event = try #require(try await stream.next())
            #expect(event.name == "way_in_changed")
            #expect(event.message == SecurityEventMessage(at: sessions.date.value, wayIn: told))
        }

        let phone = try await server.logIn(ada, on: SessionClient(device: "phone"))
        let suspicious = try #require(try await stream.next())
        #expect(suspicious.name == "suspicious_access")
        #expect(
            suspicious.message
                == SecurityEventMessage(
                    at: sessions.date.value, sessionID: phone.id, isCurrent: false, reasons: ["new_device"],
                    device: "phone", location: "unknown"))
    }

    @Test func tellsNobodyElse() async throws {
        let laptop = try await server.logIn(ada), eves = try await server.logIn(eve)
        let other = try await server.logIn(ada)
        let (stream, _) = try await ready(eves)
        _ = await server.ask(.delete, SessionsPath.session("\(other.id)"), as: laptop)
        try await sessions.database.write { db in
            try sessions.events.record(.passwordChanged, of: eve.id, in: db)
        }
        #expect(try await stream.next()?.name == "password_changed")
    }

    @Test func resumesWhereItStoppedAlsoAfterARestart() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        let (_, id) = try await ready(laptop)
        _ = await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop)
        try await sessions.database.write { db in
            try sessions.events.record(.passwordChanged, of: ada.id, in: db)
        }
        let restarted = try SessionServer(
            try await RunningSessions(store: sessions.store, date: sessions.date, clock: clock))
        let stream = try await restarted.events(as: laptop, after: id)
        #expect(try await stream.next()?.id == id)
        let first = try #require(try await stream.next())
        #expect(first.name == "session_ended" && first.message?.sessionID == phone.id)
        #expect(try await stream.next()?.name == "password_changed")

        let resumed = try await restarted.events(as: laptop, after: first.id)
        #expect(try await resumed.next()?.name == "ready")
        #expect(try await resumed.next()?.name == "password_changed")
    }

    @Test(arguments: ["999999", "-1", "nonsense", "9999999999999999999999"])
    func aNumberThatIsNoneFollowsFromNow(last: String) async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        _ = await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop)
        let (_, latest) = try await ready(laptop)
        let (_, id) = try await ready(laptop, after: last)
        #expect(id == latest)
    }

    @Test func everyEventOfManyComesOnceAndInOrder() async throws {
        let laptop = try await server.logIn(ada)
        let (stream, start) = try await ready(laptop)
        try await sessions.database.write { db in
            for _ in 0..<120 { try sessions.events.record(.passwordChanged, of: ada.id, in: db) }
        }
        let first = try #require(Int(start))
        for number in 1...120 { #expect(try await stream.next()?.id == "\(first + number)") }
    }

    @Test func keepsNoMoreEventsThanAnybodyNeeds() async throws {
        func count() async throws -> Int {
            try await sessions.database.read { db in
                try db.value("SELECT count(*) FROM security_events WHERE user_id = \(ada.id)") ?? 0
            }
        }
        try await sessions.database.write { db in
            for _ in 0..<250 { try sessions.events.record(.passwordChanged, of: ada.id, in: db) }
            try sessions.events.record(.passwordChanged, of: eve.id, in: db)
        }
        #expect(try await count() == 200)
        // Numbers go on when the events before are forgotten.
        try await sessions.database.write { db in try db.run("DELETE FROM security_events") }
        let laptop = try await server.logIn(ada)
        #expect(try await ready(laptop).id == "251")
    }

    @Test func aSessionThatEndedMeanwhileIsToldSoInAnyCase() async throws {
        let laptop = try await server.logIn(ada)
        let (stream, _) = try await ready(laptop)
        try await sessions.database.write { db in
            try db.run("UPDATE sessions SET ended_at = \(sessions.date.value) WHERE id = \(laptop.id)")
            try db.signal(.securityEvents, "\(ada.id)")
        }
        let told = try #require(try await stream.next())
        #expect(told.name == "session_ended" && told.message?.isCurrent == true)
        #expect(try await stream.next() == nil)
    }

    /// Whoever has to read is woken once signals are heard again: some may have
    /// gone unheard.
    @Test func wakesThoseWhomASignalNamesAndAllAfterAnInterruption() async throws {
        let signals = EventSignals()
        var (adas, eves) = (
            signals.wakeUps(of: ada.id).makeAsyncIterator(), signals.wakeUps(of: eve.id).makeAsyncIterator()
        )
        signals.hear(.sent("\(ada.id)"))
        #expect(await adas.next() != nil)
        signals.hear(.interrupted)
        signals.hear(.resumed)
        #expect(await adas.next() != nil)
        #expect(await eves.next() != nil)
        signals.hear(.sent("nonsense"))
    }

    @Test func whatIsUndoneWakesNobody() async throws {
        struct Refused: Error {}
        let laptop = try await server.logIn(ada)
        let (stream, _) = try await ready(laptop)
        await #expect(throws: Refused.self) {
            try await sessions.database.write { db in
                try sessions.events.record(.emailVerified, of: ada.id, in: db)
                throw Refused()
            }
        }
        try await sessions.database.write { db in
            try sessions.events.record(.passwordChanged, of: ada.id, in: db)
        }
        #expect(try await stream.next()?.name == "password_changed")
    }

    @Test func anIdleStreamShowsThatItLives() async throws {
        let laptop = try await server.logIn(ada)
        let (stream, _) = try await ready(laptop)
        await clock.waitForSleepers()
        clock.advance(by: .seconds(15))
        #expect(try await stream.nextPiece() == ":\n\n")
    }

    @Test func aPersonHasAFewStreamsAndTheyAreCounted() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        var open: [EventReader] = []
        for _ in 0..<4 { open.append(try await ready(laptop).stream) }
        #expect(metrics.value(of: "essentiald_event_streams") == 4)
        let refused = await server.ask(.get, SessionsPath.events, as: laptop)
        #expect(refused.status == .tooManyRequests && refused.fields[.retryAfter] == "30")
        #expect(try await server.code(of: refused) == "too_many_streams")
        open.append(try await ready(phone).stream)
        #expect(metrics.value(of: "essentiald_event_streams") == 5)

        _ = await server.ask(.delete, SessionsPath.sessions, as: laptop)
        #expect(try await open[4].next()?.name == "session_ended")
        #expect(try await open[4].next() == nil)
        for _ in 0..<20 { _ = await server.ask(.head, SessionsPath.events, as: phone) }
    }

    @Test func aRequestForTheHeadAloneTakesNoPlaceForEver() async throws {
        let laptop = try await server.logIn(ada)
        for _ in 0..<20 { #expect(await server.ask(.head, SessionsPath.events, as: laptop).status == .ok) }
        #expect(metrics.value(of: "essentiald_event_streams") == 0)
    }
}
