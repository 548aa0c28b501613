import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import SessionsAPI
import SessionsTesting
import Testing
import TokenRefreshClient

struct RenewalMachineTests {
    private let stale = Client.session(age: 1000)
    private let now = BootTime.sample

    /// What the machine does about events, in words.
    private func actions(_ events: [RenewalMachine.Event]) -> [String] {
        var machine = RenewalMachine(of: stale)
        return events.map { name(machine.step($0, at: now)) }
    }

    private func name(_ action: RenewalMachine.Action) -> String {
        switch action {
        case .load: "load"
        case .ask(let session): "ask \(refresh(session))"
        case .wait: "wait"
        case .replace(let old, let new?): "replace \(refresh(old)) with \(refresh(new))"
        case .replace(let old, nil): "remove \(refresh(old))"
        case .announceEnd: "announce the end"
        case .finish(.renewed(let session)): "renewed \(refresh(session))"
        case .finish(.ended): "ended"
        case .finish(.failed(.transport)): "transport"
        case .finish(.failed(.later)): "later"
        case .finish(.failed(.unintelligible)): "unintelligible"
        case .finish(.failed(.store)): "store"
        }
    }

    private func refresh(_ session: StoredSession) -> String {
        session.grant.refreshToken.withText { $0 ?? "" }
    }

    private let granted = RenewalMachine.Event.answered(ServerAnswer(ServerStub.granted("access-1", "refresh-1")))
    private let refused = RenewalMachine.Event.answered(
        ServerAnswer(
            HTTPResponse(
                status: .unauthorized, fields: [.contentType: "application/problem+json"],
                body: Data(#"{"code":"invalid_grant"}"#.utf8))))
    private var present: RenewalMachine.Event { .loaded(.present(stale)) }

    @Test(.requirement("TOKEN-12")) func theAnswerIsStoredBeforeItIsUsed() {
        #expect(
            actions([.began, present, granted, .replaced(true)]) == [
                "load", "ask refresh-0", "replace refresh-0 with refresh-1", "renewed refresh-1",
            ])
        #expect(actions([.began, present, granted, .notReplaced(.unencodable)]).last == "store")
    }

    @Test(.requirement("TOKEN-17")) func onlyOneAnswerRemovesTheSession() {
        #expect(
            actions([.began, present, refused, .replaced(true)]) == [
                "load", "ask refresh-0", "remove refresh-0", "announce the end",
            ])
        for status in [HTTPStatus.unauthorized, .forbidden, .badRequest, .internalServerError, .noContent] {
            let answer = RenewalMachine.Event.answered(ServerAnswer(HTTPResponse(status: status)))
            #expect(actions([.began, present, answer]).allSatisfy { !$0.hasPrefix("remove") })
        }
    }

    @Test func whatSomebodyElseDidMeanwhileStands() {
        let other = StoredSession.sample(grant: .sample(refresh: "other"))
        for answer in [granted, refused] {
            #expect(
                actions([.began, present, answer, .replaced(false), .loaded(.present(other))]).suffix(2) == [
                    "load", "renewed other",
                ])
            #expect(actions([.began, present, answer, .replaced(false), .loaded(.absent)]).last == "ended")
        }
        #expect(actions([.began, .loaded(.present(other))]) == ["load", "renewed other"])
        #expect(actions([.began, .loaded(.absent)]).last == "ended")
        #expect(actions([.began, .loaded(.unavailable(.unreadable))]).last == "store")
    }

    @Test(.requirement("TOKEN-09")) func waitsBetweenTriesAndSendsTheSameTokenAgain() {
        let lost = RenewalMachine.Event.failed(.timedOut)
        #expect(
            actions([.began, present, lost, .waited(true), lost, .waited(true), lost]) == [
                "load", "ask refresh-0", "wait", "ask refresh-0", "wait", "ask refresh-0", "transport",
            ])
        #expect(actions([.began, present, lost, .waited(false)]).last == "transport")
    }

    @Test func anEventOutOfTurnTouchesNothing() {
        for event in [granted, refused, .waited(true), .replaced(true)] {
            #expect(actions([event]) == ["unintelligible"])
            #expect(actions([.began, event]).last == "unintelligible")
            #expect(actions([.began, present, granted, .replaced(true), event]).last == "unintelligible")
        }
    }
}
