import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueScreens
import OfflineQueueTesting
import PluginKit
import ScreensAPI
import ScreensTesting
import Testing

struct QueueScreenTests {
    private let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let login = WaitingRequest(
        id: QueuedRequestID(UUID()), kind: .login, subject: "<b>ana@example.com",
        createdAt: Date(timeIntervalSince1970: 1_800_000_000), expiresAt: Date(timeIntervalSince1970: 1_800_000_900),
        attempts: 1, problem: QueueProblem(code: "busy", text: LocalizedText(en: "It failed.", es: "Falló.")))

    private func screens(
        _ queue: RequestQueueSpy, after reports: [QueuedRequestReport] = [], as person: User? = nil,
        _ details: WaitingDetails? = nil
    ) throws -> ScreenRunner {
        var host = PluginHost()
        let installed = try host.install(
            OfflineQueueScreensPlugin.self, .init(retrying: queue, inspection: queue) { _ in details })
        let composition = try host.composed()
        try reports.forEach(composition[installed].note)
        return ScreenRunner(composition.values(of: Screens.self), as: person)
    }

    private func words(of contents: ScreenContents) -> String { "\(contents)" }

    @Test(.requirement("SANIT-03"), .requirement("OFFLINE-03"))
    func eachIsFitToBeShown() async throws {
        let check = ScreenCheck(places: ["/queue"])
        for queue in [RequestQueueSpy(), RequestQueueSpy(waiting: [login], others: 2)] {
            #expect(check.problems(of: try await screens(queue).show("/queue")) == [])
        }
    }

    @Test(.requirement("OFFLINE-03")) func whatWaitsSaysUntilWhenAndWhy() async throws {
        let text = words(of: try await screens(RequestQueueSpy(waiting: [login], others: 2)).show("/queue"))
        for part in ["Log in", "Tried until", "Last time: It failed.", "Failures: 1", "For other people: 2."] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(words(of: try await screens(RequestQueueSpy()).show("/queue")).contains("Nothing waits"))
    }

    @Test(.requirement("OFFLINE-03")) func aCommentIsKnownByItsWordsAndNotByAnIdentifier() async throws {
        let picture = UUID().uuidString.lowercased()
        let comment = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .comment, subject: picture, createdAt: login.createdAt,
            expiresAt: login.expiresAt, attempts: 0, problem: nil)
        let queue = RequestQueueSpy(waiting: [comment])
        let text = words(of: try await screens(queue, WaitingDetails("What a lake", link: nil)).show("/queue"))
        #expect(text.contains("What a lake") && text.contains("Remove: Post a comment: What a lake"))
        let nothingKnown = words(of: try await screens(queue).show("/queue"))
        #expect(!text.contains(picture) && !nothingKnown.contains(picture))
    }

    @Test(.requirement("OFFLINE-03")) func theWayThereSaysHowManyWait() async throws {
        for waiting in [[], [login]] {
            let queue = RequestQueueSpy(waiting: waiting, others: 2)
            var host = PluginHost()
            try host.install(OfflineQueueScreensPlugin.self, .init(retrying: queue, inspection: queue))
            let composition = try host.composed()
            let way = try #require(composition.values(of: ScreenNavigation.self).first)
            let count = try #require(composition.values(of: ScreenCounts.self).first)
            #expect(count.place == way.link.place)
            #expect(try await count.count() == waiting.count)
        }
    }

    @Test func whatIsSentSaysWhatBecameOfIt() async throws {
        let queue = RequestQueueSpy(waiting: [login]), screens = try screens(queue)
        queue.answerRetries(with: [QueuedRequestReport(request: login, result: .expired)])
        guard case .show(let contents) = try await screens.send("send", to: "/queue") else {
            Issue.record("nothing was shown")
            return
        }
        #expect(words(of: contents).contains("waited too long") && queue.selections == [.all])
        #expect(words(of: try await screens.show("/queue")).contains("waited too long"))
    }

    @Test(.requirement("OFFLINE-03")) func eachIsSentByItsOwnButtonAndAllByOne() async throws {
        let other = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .recovery, subject: "ben@example.com", createdAt: login.createdAt,
            expiresAt: login.expiresAt)
        let queue = RequestQueueSpy(waiting: [login, other]), screens = try screens(queue)
        queue.answerRetries(with: [])
        let forms = try await screens.show("/queue").forms
        #expect(forms.map(\.name) == ["send", "drop", "send", "drop", "send"])
        #expect(forms.last?.button.english == "Send all 2 now" && Set(forms.compactMap(\.buttonName)).count == 4)
        _ = try await screens.send("send", to: "/queue", ["request": other.id.description])
        _ = try await screens.send("send", to: "/queue")
        #expect(queue.selections == [.request(other.id), .all])
        #expect(try await self.screens(RequestQueueSpy(waiting: [login])).show("/queue").forms.count == 2)
    }

    @Test func whatIsDoneInTheEndSaysNoMoreThatItFailed() async throws {
        let done = LocalizedText(en: "Logged in.", es: "Sesión iniciada.")
        let reports = [.expired, .done(done)].map { QueuedRequestReport(request: login, result: $0) }
        let text = words(of: try await screens(RequestQueueSpy(), after: reports).show("/queue"))
        #expect(text.contains("Logged in.") && !text.contains("waited too long"))
    }

    @Test func somethingIsRemoved() async throws {
        let queue = RequestQueueSpy(waiting: [login])
        let outcome = try await screens(queue).send("drop", to: "/queue", ["request": login.id.description])
        guard case .go = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect(queue.dropped == [login.id])
        await #expect(throws: ScreenFailure.self) {
            try await screens(queue).send("drop", to: "/queue", ["request": "x"])
        }
    }

    /// What became of what others asked for is nobody else's business.
    @Test(.requirement("OFFLINE-10")) func othersHearNothing() async throws {
        let comment = WaitingRequest(
            id: QueuedRequestID(UUID()), kind: .comment, subject: "", owner: person.id, createdAt: login.createdAt,
            expiresAt: login.expiresAt)
        let reports = [
            QueuedRequestReport(request: comment, result: .expired),
            QueuedRequestReport(request: login, result: .done(LocalizedText(en: "Welcome.", es: "Hola."))),
        ]
        let queue = RequestQueueSpy()
        let posted = QueuedRequestReport(
            request: comment, result: .done(LocalizedText(verbatim: "Your comment is posted.")))
        let told = words(of: try await screens(queue, after: [posted], as: person).show("/queue"))
        #expect(told.contains("Your comment is posted.") && !told.contains("Post a comment"), "what is done says so")
        let hers = words(of: try await screens(queue, after: reports, as: person).show("/queue"))
        #expect(hers.contains("Post a comment") && !hers.contains("Welcome."))
        let nobodys = words(of: try await screens(queue, after: reports).show("/queue"))
        #expect(!nobodys.contains("Post a comment") && nobodys.contains("Welcome."))
    }
}
