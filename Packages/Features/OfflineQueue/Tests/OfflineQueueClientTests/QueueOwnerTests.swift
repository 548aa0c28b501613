import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import OfflineQueueAPI
import OfflineQueueClient
import OfflineQueueTesting
import PluginKit
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsTesting
import Testing

/// What waits on a device that several people use.
struct QueueOwnerTests {
    private let vault = InMemorySecretStore()
    private let date = ManualDate()
    private let there = Locked<User?>(nil)
    private let ana = User.sample(id: UserID(UUID()), name: "Ana", email: "ana@example.com", isVerified: true)
    private let ben = User.sample(id: UserID(UUID()), name: "Ben", email: "ben@example.com", isVerified: true)
    private let done = LocalizedText(verbatim: "Done.")
    private let problem = QueueProblem(code: "no", text: LocalizedText(verbatim: "No."))

    @Test(.requirement("OFFLINE-10"))
    func whatWaitsSurvivesOthersLoggingInAndOutAndIsSentForItsOwnerOnly() async throws {
        let handler = QueuedRequestHandlerSpy(.comment, .done(done))
        let queue = queue(handler), comment = request(.comment, subject: "a picture", owner: ana)
        logIn(ana)
        try await queue.enqueue(comment)
        logIn(ben)
        try await queue.discard(.login)
        #expect(try await queue.retry(.all).isEmpty && handler.performed.isEmpty, "not in Ben's name")
        try await queue.enqueue(request(.comment, owner: ben))
        try await queue.forget(ben)
        logIn(nil)
        #expect(try await queue.retry(.all).isEmpty && handler.performed.isEmpty, "in nobody's name either")
        #expect(try await queue.takeNotices().isEmpty)
        logIn(ana)
        #expect(try await queue.retry(.all).map(\.request.id) == [comment.id])
        #expect(handler.performed.map(\.id) == [comment.id])
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("OFFLINE-10"))
    func othersSeeHowMuchWaitsAndChangeNothingOfIt() async throws {
        let queue = queue(), comment = request(.comment, subject: "a picture", owner: ana)
        logIn(ana)
        try await queue.enqueue(comment)
        try await queue.enqueue(request(.registration, subject: "cleo@example.com"))
        try await queue.enqueue(request(.recovery, subject: "BEN@example.com"))
        logIn(ben)
        #expect(try await queue.waiting().map(\.kind) == [.recovery])
        #expect(try await queue.othersWaiting() == 2)
        #expect(try await queue.requests(.comment).isEmpty)
        #expect(try await queue.askForNotice(of: comment.id) == 0)
        #expect(try await !queue.drop(comment.id))
        try await queue.dropAll()
        #expect(try await queue.waiting().isEmpty)
        #expect(try await queue.othersWaiting() == 2)
        logIn(nil)
        #expect(try await queue.waiting().map(\.kind) == [.registration], "whoever asked for it isn't anybody yet")
        logIn(ana)
        #expect(try await queue.waiting().map(\.id) == [comment.id])
    }

    @Test(.requirement("OFFLINE-10"))
    func whatIsDoneForSomebodyWhoIsNotThereIsToldLater() async throws {
        let queue = queue(QueuedRequestHandlerSpy(.registration, .done(done)))
        try await queue.enqueue(request(.registration, subject: "cleo@example.com"))
        logIn(ana)
        #expect(try await queue.retry(.due).isEmpty, "it isn't hers")
        #expect(try await queue.takeNotices().isEmpty)
        logIn(nil)
        #expect(try await queue.takeNotices().map(\.text) == [done])
    }

    @Test(.requirement("OFFLINE-10", "LOGOUT-01"))
    func whoLogsOutTakesTheirOwnAlong() async throws {
        let queue = queue()
        logIn(ana)
        for kind in [QueuedRequestKind.comment, .sessionTermination] {
            try await queue.enqueue(request(kind, owner: ana))
        }
        try await queue.enqueue(request(.verification, subject: "Ana@Example.com"))
        try await queue.enqueue(request(.logout))
        try await queue.forget(ana)
        #expect(try await queue.waiting().map(\.kind) == [.sessionTermination, .logout])
        #expect(vault.names.count == 3)
    }

    @Test(.requirement("DATA-05", "OFFLINE-10"))
    func withAnAccountGoesAllOfItsOwnAndNothingOfOthers() async throws {
        var host = PluginHost()
        let plugin = try host.install(OfflineQueueClientPlugin.self, dependencies())
        let composition = try host.composed(), queue = try composition[plugin].queue
        for kind in [QueuedRequestKind.comment, .sessionTermination] {
            try await queue.enqueue(request(kind, owner: ana))
        }
        try await queue.enqueue(request(.verification, subject: "Ana@Example.com"))
        try await queue.enqueue(request(.comment, owner: ben))
        try await queue.enqueue(request(.recovery, subject: "ben@example.com"))
        try await queue.enqueue(request(.logout))
        for observer in composition.values(of: SessionEndObservers.self) { await observer.sessionDidEnd(.closed(ana)) }
        logIn(ana)
        #expect(try await queue.waiting().map(\.kind) == [.logout])
        #expect(try await queue.othersWaiting() == 2)
        #expect(vault.names.count == 4, "nothing is sealed that was hers")
    }

    @Test(.requirement("OFFLINE-10"))
    func whatBecameOfItIsToldToItsOwnerAndToNobodyElse() async throws {
        let queue = queue()
        logIn(ana)
        try await queue.enqueue(request(.comment, subject: "a picture", owner: ana))
        logIn(ben)
        date.advance(by: .seconds(86_400))
        #expect(try await queue.retry(.all).isEmpty, "Ben hears nothing of it")
        #expect(try await queue.takeNotices().isEmpty)
        logIn(ana)
        #expect(try await queue.takeNotices().map(\.subject) == ["a picture"])
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("OFFLINE-10"))
    func aLoginThatSomebodyElsesTakesThePlaceOfIsTold() async throws {
        for takesPlace in ["by logging in", "by waiting, too"] {
            let queue = queue()
            logIn(nil)
            try await queue.enqueue(request(.login, subject: "ana@example.com"))
            if takesPlace == "by logging in" {
                logIn(ben)
                try await queue.discard(.login)
                #expect(try await queue.takeNotices().isEmpty, "Ben hears nothing of it")
                logIn(nil)
            } else {
                try await queue.enqueue(request(.login, subject: "ben@example.com"))
                #expect(try await queue.waiting().map(\.subject) == ["ben@example.com"])
            }
            let notices = try await queue.takeNotices()
            #expect(notices.map(\.subject) == ["ana@example.com"] && notices.map(\.isDone) == [false])
            try await queue.dropAll()
        }
    }

    @Test(.requirement("OFFLINE-10"))
    func whatGoesSinceNobodyKnowsWhoLoggedOutIsTold() async throws {
        let queue = queue()
        logIn(ana)
        try await queue.enqueue(request(.comment, subject: "a picture", owner: ana))
        logIn(nil)
        try await queue.forget(nil)
        #expect(try await queue.othersWaiting() == 0)
        #expect(try await queue.takeNotices().isEmpty)
        logIn(ana)
        #expect(try await queue.takeNotices().map(\.subject) == ["a picture"])
    }

    @Test(.requirement("OFFLINE-10"))
    func aQueueThatCantBeReadAtLogoutGoesAndThatIsTold() async throws {
        let queue = queue()
        try await queue.enqueue(request(.comment, owner: ana))
        let index = try #require(vault.names.first { $0.kind.id == "offline-queue" })
        try await vault.save(Secret("no queue"), as: index)
        try await queue.forget(ben)
        #expect(try await queue.waiting().isEmpty)
        #expect(try await queue.takeNotices().count == 1)
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("OFFLINE-10"))
    func whatAnOlderVersionKeptGetsItsOwnerFromItsPayload() async throws {
        let queue = queue(OwnedHandler(owner: ana.id))
        // The version before wrote no owner.
        try await self.queue().enqueue(request(.comment, subject: "a picture"))
        logIn(ben)
        try await queue.forget(ben)
        #expect(try await queue.waiting().isEmpty)
        #expect(try await queue.othersWaiting() == 1)
        logIn(ana)
        #expect(try await queue.waiting().map(\.owner) == [ana.id])
        #expect(try await queue.retry(.all).map(\.result) == [.done(OwnedHandler.text)])
    }

    @Test(.requirement("OFFLINE-10"))
    func theQueueOfAReleasedVersionIsRead() async throws {
        let id = QueuedRequestID(UUID()), time = date.value.timeIntervalSince1970
        let index = """
            {"entries":[{"attempts":1,"created_at":\(time),"expires_at":\(time + 86_400),"id":"\(id)","kind":"comment",\
            "problem":{"code":"server_error","text":{"en":"It failed.","es":"Falló."}},"settled":false,"slot":0,\
            "subject":"a picture","wants_notice":true}],"notices":[{"done":false,"kind":"login",\
            "subject":"ana@example.com","text":{"en":"Refused.","es":"Rechazado."}}]}
            """
        try await vault.save(Secret(index), as: SecretName(SecretKind("offline-queue")))
        let payload = withUnsafeBytes(of: id.uuid.uuid) { Array($0) } + Array("payload".utf8)
        try await vault.save(Secret(payload), as: SecretName(SecretKind("queued-request"), parsing: "0"))
        let queue = queue(OwnedHandler(owner: ana.id))
        logIn(ben)
        #expect(try await queue.takeNotices().isEmpty)
        #expect(try await queue.waiting().isEmpty)
        logIn(ana)
        #expect(try await queue.takeNotices().map(\.text.english) == ["Refused."])
        #expect(try await queue.waiting().map(\.problem?.code) == ["server_error"])
        #expect(try await queue.retry(.all).map(\.request.id) == [id])
        #expect(vault.names.isEmpty)
    }

    @Test(.requirement("OFFLINE-03"))
    func whatTheServerHadNoTimeForWaitsAsLongAsItAsked() async throws {
        let handler = QueuedRequestHandlerSpy(.recovery, .done(done))
        let queue = queue(handler)
        try await queue.enqueue(
            QueuedRequest(
                id: QueuedRequestID(UUID()), kind: .recovery, subject: "", payload: Secret("x"),
                retryAfter: .seconds(30)))
        #expect(try await queue.retry(.due).isEmpty)
        date.advance(by: .seconds(30))
        #expect(try await queue.retry(.due).count == 1)
    }

    private func logIn(_ user: User?) {
        there.withLock { $0 = user }
    }

    private func request(_ kind: QueuedRequestKind, subject: String = "", owner: User? = nil) -> QueuedRequest {
        QueuedRequest(
            id: QueuedRequestID(UUID()), kind: kind, subject: subject, owner: owner?.id, payload: Secret("payload"))
    }

    private func queue(
        _ handlers: any QueuedRequestHandling...
    ) -> any RequestQueueing & QueueRetrying & QueueInspecting {
        OfflineQueueClientPlugin.assemble(dependencies(handlers)).exports.queue
    }

    private func dependencies(_ handlers: [any QueuedRequestHandling] = []) -> OfflineQueueClientPlugin.Dependencies {
        .init(
            secrets: vault, locks: vault, vault: VaultStub(), handlers: { handlers },
            person: { [there] in there.withLock { $0 } }, now: date.now, jitter: { 0 })
    }
}

/// Knows from a payload in whose name it is sent.
private struct OwnedHandler: QueuedRequestHandling {
    static let text = LocalizedText(verbatim: "Posted.")
    let kind = QueuedRequestKind.comment
    let owner: UserID

    func perform(_ request: QueuedRequest) async -> QueuedRequestAnswer { .done(Self.text) }
    func owner(of payload: Secret) -> UserID? { owner }
}
