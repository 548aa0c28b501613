import CoreModels
import FoundationEssentials
import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Localization
import MailAPI
import MailTesting
import PlacesAPI
import PlacesTesting
import SQLStoreAPI
import SQLStoreTesting
import SessionsContract
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting
import Testing

struct SessionRoutesTests {
    private let server: SessionServer
    private let ada = User.sample(), eve = User.sample(email: "eve@example.com")

    init() async throws {
        let madrid = Place(
            city: LocalizedText(verbatim: "Madrid"),
            country: Country(code: "ES", name: LocalizedText(en: "Spain", es: "España")))
        let places = ["192.0.2.1", "198.51.100.7", "198.51.100.8"].map { ($0, madrid) }
        server = try SessionServer(
            try await RunningSessions(locators: [PlacesFake(Dictionary(uniqueKeysWithValues: places))]))
    }

    @Test(.requirement("SESS-01", "SESS-02", "SESS-03")) func listsTheDevicesOfThePersonWhoAsks() async throws {
        let start = server.sessions.date.value
        let laptop = try await server.logIn(
            ada, on: SessionClient(device: "laptop", userAgent: "essential/1", address: IPAddress("192.0.2.1")))
        server.sessions.date.advance(by: .seconds(100))
        let other = try await server.logIn(
            ada, on: SessionClient(userAgent: "essential/1", address: .loopback))
        _ = try await server.logIn(eve)
        server.sessions.date.advance(by: .seconds(20))
        let items = try await server.list(as: laptop)
        #expect(
            items == [
                SessionMessage(
                    id: laptop.id, device: "laptop", location: "Madrid, Spain",
                    place: PlaceMessage(english: "Madrid, Spain", spanish: "Madrid, España", country: "ES"),
                    createdAt: start, lastSeenAt: start + 120,
                    isCurrent: true, isSuspicious: false, methods: ["pwd"], level: "aal1", authenticatedAt: start),
                SessionMessage(
                    id: other.id, device: "essential/1", location: "unknown", createdAt: start + 100,
                    lastSeenAt: start + 100, isCurrent: false, isSuspicious: true, methods: ["pwd"], level: "aal1",
                    authenticatedAt: start + 100),
            ])
        let answer = await server.ask(.get, SessionsPath.sessions, as: laptop)
        #expect(answer.fields[.cacheControl] == "no-store")
    }

    @Test func doesNotListWhatIsOverOrExpired() async throws {
        let old = try await server.logIn(ada)
        let ended = try await server.logIn(ada)
        #expect(await server.ask(.delete, SessionsPath.session("\(ended.id)"), as: old).status == .noContent)
        server.sessions.date.advance(by: .seconds(30 * 86_400))
        let new = try await server.logIn(ada)
        #expect(try await server.list(as: new).map(\.id) == [new.id])
    }

    @Test(.requirement("SESS-04", "SESS-05")) func endsOneSessionAtOnce() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        #expect(try await server.list(as: phone).count == 2)
        #expect(await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop).status == .noContent)
        let refused = await server.ask(.get, SessionsPath.sessions, as: phone)
        #expect(refused.status == .unauthorized)
        #expect(try await server.code(of: refused) == "session_ended")
        #expect(try await server.list(as: laptop).map(\.id) == [laptop.id])
        let again = await server.ask(.delete, SessionsPath.session("\(phone.id)"), as: laptop)
        #expect(again.status == .notFound)
    }

    @Test(.requirement("SESS-04")) func theCurrentSessionIsEndedByLoggingOut() async throws {
        let laptop = try await server.logIn(ada)
        let answer = await server.ask(.delete, SessionsPath.session("\(laptop.id)"), as: laptop)
        #expect(answer.status == .conflict)
        #expect(try await server.code(of: answer) == "current_session")
        #expect(try await server.list(as: laptop).count == 1)
    }

    @Test(.requirement("SESS-07", "SESS-09")) func endsAllOtherSessions() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        let tablet = try await server.logIn(ada), stranger = try await server.logIn(eve)
        #expect(await server.ask(.delete, SessionsPath.sessions, as: laptop).status == .noContent)
        #expect(try await server.list(as: laptop).map(\.id) == [laptop.id])
        for device in [phone, tablet] {
            #expect(await server.ask(.get, SessionsPath.sessions, as: device).status == .unauthorized)
        }
        #expect(try await server.list(as: stranger).count == 1)
        #expect(await server.ask(.delete, SessionsPath.sessions, as: laptop).status == .noContent)
    }

    /// A thief who has just been thrown out throws nobody out: their request was let in before and waited to write.
    @Test(.requirement("SESS-04", "SESS-07"), arguments: [SessionsPath.sessions, nil])
    func aSessionThatEndedWhileItWaitedEndsNoOther(path: String?) async throws {
        let thief = try await server.logIn(ada), owner = try await server.logIn(ada)
        try await server.sessions.database.write { db in
            try db.run("UPDATE sessions SET ended_at = started_at, end_reason = 'terminated' WHERE id = \(thief.id)")
        }
        let answer = await server.ask(.delete, path ?? SessionsPath.session("\(owner.id)"), as: thief)
        #expect(answer.status == .unauthorized)
        #expect(try await server.code(of: answer) == "session_ended")
        #expect(try await server.list(as: owner).map(\.id) == [owner.id])
    }

    /// Whoever finds a telephone lying about doesn't end what its owner uses.
    @Test(.requirement("SESS-07", "MFA-03")) func endingAllOthersTakesARecentAuthentication() async throws {
        let laptop = try await server.logIn(ada), phone = try await server.logIn(ada)
        server.sessions.date.advance(by: .seconds(299))
        #expect(await server.ask(.delete, SessionsPath.sessions, as: laptop).status == .noContent)
        let tablet = try await server.logIn(ada)
        server.sessions.date.advance(by: .seconds(2))
        let refused = await server.ask(.delete, SessionsPath.sessions, as: laptop)
        #expect(refused.status == .unauthorized)
        let challenge = try #require(refused.fields[.wwwAuthenticate])
        #expect(
            challenge.contains("error=\"insufficient_user_authentication\"") && challenge.contains("max_age=\"300\""))
        #expect(Set(try await server.list(as: laptop).map(\.id)) == [laptop.id, tablet.id])
        // One of them can be ended at any time: that helps nobody else.
        #expect(await server.ask(.delete, SessionsPath.session("\(tablet.id)"), as: laptop).status == .noContent)
        let phones = await server.ask(.get, SessionsPath.sessions, as: phone)
        #expect(phones.status == .unauthorized)
        try await server.sessions.database.write { db in
            try server.sessions.reauthentication.record(
                Authentication([.password], at: server.sessions.date.value), in: laptop.id, db)
        }
        #expect(await server.ask(.delete, SessionsPath.sessions, as: laptop).status == .noContent)
    }

    /// Nobody learns by asking whether an identifier is somebody's.
    @Test(arguments: [HTTPMethod.delete, .post]) func anotherPersonsSessionIsLikeNone(method: HTTPMethod) async throws {
        let adas = try await server.logIn(ada), eves = try await server.logIn(eve)
        var bodies: [Data] = []
        for id in ["\(adas.id)", "\(SessionID(UUID()))", "nonsense"] {
            let path = method == .post ? SessionsPath.confirmation(id) : SessionsPath.session(id)
            let answer = await server.ask(method, path, as: eves)
            #expect(answer.status == .notFound)
            bodies.append(try await answer.collectBody())
        }
        let areEqual = Set(bodies).count == 1
        #expect(areEqual)
        #expect(try await server.list(as: adas).count == 1)
    }

    @Test func strangersAreToldToLogIn() async throws {
        let id = "\(SessionID(UUID()))"
        for (method, path) in [
            (HTTPMethod.get, SessionsPath.sessions), (.delete, SessionsPath.sessions),
            (.delete, SessionsPath.session(id)), (.post, SessionsPath.confirmation(id)), (.get, SessionsPath.events),
        ] {
            let answer = await server.ask(method, path, as: nil)
            #expect(answer.status == .unauthorized)
            #expect(answer.fields[.wwwAuthenticate] != nil)
        }
    }

    @Test(.requirement("SESS-10", "SESS-11", "SESS-13")) func tellsOfAnAccessByMailAndRemembersThatItWasThePerson()
        async throws
    {
        let laptop = try await server.logIn(ada)
        #expect(server.sessions.mail.messages.isEmpty)
        let phone = try await server.logIn(
            ada, on: SessionClient(device: "Call 555-0199", address: IPAddress("198.51.100.7")))
        let message = try #require(server.sessions.mail.messages.first)
        #expect(server.sessions.mail.messages.count == 1)
        #expect(message.recipient == ada.email && message.name == ada.provenName)
        for part in [
            "198.51.100.7, Madrid, Spain", "198.51.100.7, Madrid, España", "essential sessions confirm \(phone.id)",
            "essential sessions end \(phone.id)",
            "choose a new password", "elige una contraseña nueva",
        ] {
            #expect(message.text.contains(part))
        }
        #expect(!message.text.contains("555-0199"))
        #expect(message.text.split(separator: "\n").allSatisfy { $0.count <= 78 })

        #expect(try await server.list(as: laptop).filter(\.isSuspicious).map(\.id) == [phone.id])
        let answer = await server.ask(.post, SessionsPath.confirmation("\(phone.id)"), as: laptop)
        #expect(answer.status == .noContent)
        #expect(try await server.list(as: laptop).allSatisfy { !$0.isSuspicious })
        _ = try await server.logIn(ada, on: SessionClient(device: "Call 555-0199", address: IPAddress("198.51.100.8")))
        #expect(server.sessions.mail.messages.count == 1)
    }

    @Test func mailIsRareAndEventsAreNot() async throws {
        let laptop = try await server.logIn(ada)
        let events = try await server.events(as: laptop)
        #expect(try await events.next()?.name == "ready")
        for number in 0..<10 {
            _ = try await server.logIn(ada, on: SessionClient(device: "device \(number)"))
            #expect(try await events.next()?.name == "suspicious_access")
            if number == 0 {
                _ = try await server.logIn(ada, on: SessionClient(device: "at once"))
                #expect(try await events.next()?.name == "suspicious_access")
                #expect(server.sessions.mail.messages.count == 1)
            }
            server.sessions.date.advance(by: .seconds(60))
        }
        #expect(server.sessions.mail.messages.count == 4, "five an hour, one of them at once after another")
        server.sessions.date.advance(by: .seconds(3_600))
        _ = try await server.logIn(ada, on: SessionClient(device: "an hour later"))
        #expect(server.sessions.mail.messages.count == 5)
    }

    @Test func mailThatFailsUndoesNoLogin() async throws {
        let sessions = try await RunningSessions(mail: MailSpy(failure: .unavailable(reason: "full")))
        let server = try SessionServer(sessions)
        let laptop = try await server.logIn(ada)
        _ = try await server.logIn(ada, on: SessionClient(device: "phone"))
        #expect(try await server.list(as: laptop).count == 2)
    }

    @Test func aDatabaseThatFailsIsAskedForPatience() async throws {
        let laptop = try await server.logIn(ada)
        _ = try await server.list(as: laptop)
        await server.sessions.store.close()
        for (method, path) in [
            (HTTPMethod.get, SessionsPath.sessions), (.delete, SessionsPath.sessions),
            (.delete, SessionsPath.session("\(SessionID(UUID()))")),
            (.post, SessionsPath.confirmation("\(laptop.id)")),
        ] {
            let answer = await server.ask(method, path, as: laptop)
            #expect(answer.status == .serviceUnavailable && answer.fields[.retryAfter] == "5")
        }
    }
}
