import AccountsAPI
import AccountsTesting
import ComposerFlows
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FeedAPI
import FeedTesting
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueTesting
import SecureStorageAPI
import SecurityMetricsAPI
import SecurityMetricsTesting
import SessionsAPI
import SessionsTesting
import Testing

struct StatusCommandTests {
    private func runner(
        _ transport: HTTPTransportStub, _ sessions: InMemorySessionStore = InMemorySessionStore(),
        now: BootTime = .sample, queue: RequestQueueSpy = RequestQueueSpy(),
        account: AccountLoaderStub = AccountLoaderStub(failure: .cancelled), elsewhere: [WaitingElsewhere] = [],
        trail: TrailStub = TrailStub()
    ) throws -> CommandRunner {
        let address = try #require(ServerAddress("http://127.0.0.1:8080"))
        let command = StatusCommand(
            .init(
                server: ServerClient(address: address, transport: transport),
                session: PresentSession(sessions: sessions, account: account),
                vault: VaultStub(),
                feed: InMemoryFeedCache(CachedFeed(images: [.make()], savedAt: Date(timeIntervalSince1970: 0))) {
                    Date(timeIntervalSince1970: 1)
                }, queue: queue, now: { now }), elsewhere: { elsewhere },
            trail: { try? await trail.kept() }
        ).command
        return CommandRunner([command])
    }

    @Test func tellsProgramsHowThingsStand() async throws {
        let run = try await runner(HTTPTransportStub(HTTPResponse(status: .ok))).run("status", "--json")
        #expect(run.exit == .success)
        for part in [
            #""server":{"address":"http://127.0.0.1:8080","reachable":true}"#, #""state":"logged_out""#,
            #""damaged":1"#, #""images":1"#,
        ] {
            #expect(run.output.contains(part), "\(run.output)")
        }
    }

    @Test(.requirement("OFFLINE-03")) func tellsWhatWaits() async throws {
        let created = Date(timeIntervalSince1970: 1_700_000_000)
        let comment = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .comment, subject: "picture", createdAt: created,
            expiresAt: created + 60)
        let ok = HTTPTransportStub(HTTPResponse(status: .ok))
        let run = try await runner(ok, queue: RequestQueueSpy(waiting: [comment, comment])).run("status")
        #expect(run.output.contains("comments: 2"))
        let json = try await runner(ok, queue: RequestQueueSpy(waiting: [comment])).run("status", "--json")
        #expect(json.output.contains(#""kind":"comment""#) && json.output.contains(#""subject":"picture""#))
        #expect(json.output.contains(comment.id.description))
        #expect(try await runner(ok).run("status", "--json").output.contains(#""waiting":[]"#))
        let unreadable = try await runner(ok, queue: RequestQueueSpy(failure: .unreadable)).run("status")
        #expect(unreadable.exit == .success && unreadable.output.contains("can't be read"))
    }

    /// As for one that has moved to where the person logs in now.
    @Test(.requirement("OFFLINE-03", "L10N-01")) func tellsWhatWaitsForAnotherServer() async throws {
        let ok = HTTPTransportStub(HTTPResponse(status: .ok))
        let old = WaitingElsewhere(server: "http://192.0.2.1:8080", count: 2)
        let run = try await runner(ok, elsewhere: [old]).run("status")
        #expect(run.output.contains("wait for http://192.0.2.1:8080, and go there alone: 2."), "\(run.output)")
        #expect(run.output.contains("essential queue --server http://192.0.2.1:8080"))
        let spanish = try await runner(ok, elsewhere: [old]).run("status", "--language", "es")
        #expect(spanish.output.contains("esperan a http://192.0.2.1:8080"), "\(spanish.output)")
        let json = try await runner(ok, elsewhere: [old]).run("status", "--json")
        #expect(json.output.contains(#""waiting_elsewhere":[{"count":2,"server":"http://192.0.2.1:8080"}]"#))
        #expect(try await !runner(ok).run("status", "--json").output.contains("elsewhere"))
    }

    @Test(.requirement("AUDIT-19", "L10N-01")) func tellsHowTheAuditTrailStands() async throws {
        let ok = HTTPTransportStub(HTTPResponse(status: .ok)), head = TrailHead.sample()
        let day = Date(timeIntervalSinceNow: -86_400)
        let kept = KeptTrail(head: head, confirmedAt: day, askedAt: day)
        let told = try await runner(ok, trail: TrailStub(kept)).run("status")
        #expect(told.output.contains("goes on from what this device saw"), "\(told.output)")
        let evidence = TrailEvidence(.shorter, seen: head, shown: .sample(size: 3), consistency: nil, foundAt: day)
        let found = TrailStub(KeptTrail(head: head, confirmedAt: day, askedAt: day, evidence: evidence))
        let spanish = try await runner(ok, trail: found).run("status", "--language", "es")
        #expect(spanish.output.contains("menos sucesos") && spanish.output.contains("essential audit"))
        let json = try await runner(ok, trail: found).run("status", "--json")
        #expect(json.output.contains(#""found":"shorter""#) && json.output.contains(#""events":8"#), "\(json.output)")
        #expect(try await !runner(ok).run("status", "--json").output.contains(#""audit""#))
    }

    @Test func succeedsWithoutAServer() async throws {
        let run = try await runner(HTTPTransportStub(failure: .connectivity(reason: "refused"))).run("status")
        #expect(run.exit == .success)
        #expect(run.output.contains("not reachable"))
        let steps = run.output.split(separator: "\n").filter { $0.hasPrefix("essential") }
        #expect(steps.first?.hasPrefix("essentiald serve") == true, "without a server there is nowhere to register")
    }

    @Test(arguments: [
        ("certificate has expired", "has expired", "ha caducado"),
        ("self-signed certificate in certificate chain", "with --ca-file.", "con --ca-file."),
        ("no alternative certificate subject name matches", "Check the address", "Comprueba la dirección"),
    ])
    func saysWhyTheServerIsNotReached(reason: String, english: String, spanish: String) async throws {
        let transport = HTTPTransportStub(failure: .tls(reason: reason, server: "example.com:443"))
        for (language, words) in [("en", english), ("es", spanish)] {
            let run = try await runner(transport).run("status", "--language", language)
            #expect(run.exit == .success && run.output.contains(words) && run.output.contains("example.com:443"))
            let json = try await runner(transport).run("status", "--json", "--language", language)
            #expect(json.output.contains(#""reachable":false"#) && json.output.contains(words), "\(json.output)")
        }
    }

    @Test func saysThatSomethingElseAnswers() async throws {
        let portal = HTTPTransportStub(
            HTTPResponse(status: .ok, fields: [.contentType: "text/html"], body: Data("<html>".utf8)))
        #expect(try await runner(portal).run("status").output.contains("Something on the way to the server answered"))
        let fault = HTTPTransportStub(HTTPResponse(status: .internalServerError))
        #expect(try await runner(fault).run("status").output.contains("no server of this service"))
    }

    @Test(.requirement("OFFLINE-03")) func whoWaitsForAnAccountIsNotOfferedAnother() async throws {
        let created = Date(timeIntervalSince1970: 1_700_000_000)
        let registration = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .registration, subject: "ana@example.com", createdAt: created,
            expiresAt: created + 60)
        let offline = HTTPTransportStub(failure: .connectivity(reason: "refused"))
        let run = try await runner(offline, queue: RequestQueueSpy(waiting: [registration])).run("status")
        #expect(run.output.contains("essential queue retry"))
        let steps = run.output.split(separator: "\n").filter { $0.hasPrefix("essential") }
        #expect(!steps.contains { $0.hasPrefix("essential register") || $0.hasPrefix("essential login  ") }, "\(steps)")
    }

    @Test(.requirement("DATA-02")) func tellsWhichAddressTheAccountHasNow() async throws {
        let known = User.sample(email: "ana@example.com", isVerified: true)
        let now = User.sample(id: known.id, email: "eve@example.net", isVerified: true)
        let sessions = InMemorySessionStore(.sample(user: known)), account = AccountLoaderStub(now)
        let reached = try await runner(HTTPTransportStub(HTTPResponse(status: .ok)), sessions, account: account)
            .run("status")
        #expect(reached.output.contains("eve@example.net") && !reached.output.contains("ana@example.com"))
        let offline = HTTPTransportStub(failure: .connectivity(reason: "refused"))
        #expect(try await runner(offline, sessions, account: account).run("status").output.contains("ana@example.com"))
    }

    @Test(arguments: [
        ("en", true, 100.0, ["Ada <ada@example.com>", "confirmed", "access for 200 s"]),
        ("en", false, 400.0, ["not confirmed", "renewed at the next use"]),
        ("es", true, 100.0, ["confirmada", "acceso durante 200 s"]),
        ("es", false, 400.0, ["sin confirmar", "se renueva al usarlo"]),
    ])
    func tellsWhoIsLoggedInAndUntilWhen(
        language: String, isVerified: Bool, age: TimeInterval, words: [String]
    ) async throws {
        let session = StoredSession.sample(
            user: .sample(isVerified: isVerified), receivedAt: BootTime.sample.advanced(by: .seconds(-age)))
        let run = try await runner(HTTPTransportStub(HTTPResponse(status: .ok)), InMemorySessionStore(session))
            .run("status", "--language", language)
        for word in words { #expect(run.output.contains(word), "\(word) is not in \(run.output)") }
    }
}
