import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueueClient
import Testing

struct QueueIndexTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let problem = QueueProblem(code: "server_error", text: LocalizedText(verbatim: "It failed."))

    @Test(.requirement("OFFLINE-01", "OFFLINE-02"))
    func theListOfWhatMayWaitIsClosed() {
        // A password change or signing in with a provider has no word here.
        let words = QueuedRequestKind.allCases.map(\.rawValue)
        #expect(
            words == [
                "registration", "login", "recovery", "session_termination", "verification", "logout", "comment",
                "post",
            ])
    }

    @Test(.requirement("OFFLINE-03"), arguments: QueuedRequestKind.allCases)
    func aRequestExpiresWithItsKind(_ kind: QueuedRequestKind) {
        var index = QueueIndex()
        _ = index.add(request(kind), at: start)
        let lifetime = Double(kind.lifetime.components.seconds)
        #expect(index.waiting(at: start + lifetime - 1).count == 1)
        #expect(index.next(.all, at: start + lifetime, tried: []) == nil)
        #expect(expire(&index, at: start + lifetime - 1).isEmpty)
        #expect(expire(&index, at: start + lifetime).count == 1)
        #expect(expire(&index, at: start + lifetime).isEmpty)
    }

    @Test(.requirement("OFFLINE-03"))
    func passwordsWaitNoLongerThanTheyMay() {
        #expect(QueuedRequestKind.login.lifetime == .seconds(15 * 60))
        #expect(QueuedRequestKind.registration.lifetime == .seconds(24 * 3600))
    }

    @Test(.requirement("D9", "OFFLINE-10"))
    func aPasswordGoesWhenTheClockWentBackAndWhatSomebodyWroteStays() {
        var index = QueueIndex()
        for kind in [QueuedRequestKind.login, .logout, .comment] { _ = index.add(request(kind), at: start) }
        #expect(index.waiting(at: start - 60).count == 3)
        #expect(index.waiting(at: start - 3600).map(\.kind) == [.logout, .comment])
    }

    /// The clock was ahead once, when something came or while it waited.
    @Test(.requirement("OFFLINE-03", "OFFLINE-10"), arguments: [0, 4_000, -4_000], [0, 4_000, -4_000])
    func aClockThatWasWrongEndsNothingThatWaits(daysOff: Double, laterDaysOff: Double) {
        let came = start + daysOff * 86_400, day = 86_400.0
        func boot(_ seconds: Double) -> BootTime { BootTime(boot: "b", uptime: .seconds(100 + seconds)) }
        var index = QueueIndex()
        for kind in [QueuedRequestKind.login, .comment] { _ = index.add(request(kind), at: came, since: boot(0)) }
        func kinds(after seconds: Double) -> [QueuedRequestKind] {
            var seen = index
            let now = start + laterDaysOff * day + seconds
            seen.reckon(at: now, boot(seconds))
            let waiting = seen.waiting(at: now)
            #expect(waiting.allSatisfy { abs($0.createdAt.timeIntervalSince(now - seconds)) <= 300 })
            #expect(waiting.allSatisfy { $0.expiresAt > now && $0.expiresAt <= now + day })
            return waiting.map(\.kind)
        }
        #expect(kinds(after: 600) == [.login, .comment])
        #expect(kinds(after: 1_000) == [.comment])
        #expect(kinds(after: day - 1) == [.comment])
        #expect(kinds(after: day) == [])
        // Nothing is known after another start of the machine.
        var other = index
        other.reckon(at: start + laterDaysOff * day, BootTime(boot: "c", uptime: .seconds(700)))
        #expect(other == index)
    }

    @Test func sendsTheOldestOfAKindFirstAndLetsOtherKindsPassWhatIsHeldBack() {
        var index = QueueIndex()
        let first = request(.comment), second = request(.comment), other = request(.logout)
        for request in [first, second, other] { _ = index.add(request, at: start) }
        #expect(index.next(.due, at: start, tried: [])?.request.id == first.id)
        index.postpone(first.id, because: problem, retryAfter: nil, at: start, jitter: 0)
        #expect(index.next(.due, at: start, tried: [])?.request.id == other.id)
        #expect(index.next(.due, at: start, tried: [other.id]) == nil)
        #expect(index.next(.all, at: start, tried: [])?.request.id == first.id)
        #expect(index.next(.due, at: start + 5, tried: [])?.request.id == first.id)
        index.settle(first.id)
        #expect(index.next(.due, at: start, tried: [])?.request.id == second.id)
    }

    @Test func oneThatIsLeftOutHoldsNothingBack() {
        var index = QueueIndex()
        let (first, second) = (request(.comment), request(.comment))
        for request in [first, second] { #expect(add(request, to: &index) != nil) }
        #expect(index.next(.all, at: start, tried: [], leavingOut: [first.id])?.request.id == second.id)
        #expect(index.next(.all, at: start, tried: [second.id], leavingOut: [first.id]) == nil)
    }

    @Test(.requirement("OFFLINE-03"))
    func oneAtWhichTheServerFailsForGoodHoldsBackOnlyWhatConcernsTheSame() {
        var index = QueueIndex()
        let first = request(.comment, "one"), second = request(.comment, "one"), other = request(.comment, "two")
        for request in [first, second, other] { #expect(add(request, to: &index) != nil) }
        index.postpone(first.id, because: problem, retryAfter: nil, at: start, jitter: 0)
        #expect(index.next(.due, at: start, tried: [])?.request.id == other.id)
        #expect(index.next(.due, at: start, tried: [other.id]) == nil)
        #expect(index.next(.all, at: start, tried: [first.id])?.request.id == other.id)
        #expect(index.next(.request(other.id), at: start, tried: [])?.request.id == other.id)
        #expect(index.next(.request(second.id), at: start, tried: [])?.request.id == first.id)
    }

    @Test func oneRequestIsSentAfterThoseOfItsKindThatCameBefore() {
        var index = QueueIndex()
        let first = request(.comment), other = request(.logout), second = request(.comment), third = request(.comment)
        for request in [first, other, second, third] { _ = index.add(request, at: start) }
        let selection = QueueSelection.request(second.id)
        #expect(index.next(selection, at: start, tried: [])?.request.id == first.id)
        index.settle(first.id)
        #expect(index.next(selection, at: start, tried: [])?.request.id == second.id)
        index.settle(second.id)
        #expect(index.next(selection, at: start, tried: []) == nil)
        #expect(index.next(.kind(.comment), at: start, tried: [])?.request.id == third.id)
    }

    @Test func eachFailureDoublesTheDelayUpToAQuarterOfAnHour() throws {
        var index = QueueIndex()
        let request = request(.registration)
        _ = index.add(request, at: start)
        let delays = try (1...10).map { _ in
            index.postpone(request.id, because: problem, retryAfter: nil, at: start, jitter: 0)
            return try #require(index.waiting(at: start).first?.notBefore).timeIntervalSince(start)
        }
        #expect(delays == [5, 10, 20, 40, 80, 160, 320, 640, 900, 900])
        #expect(index.waiting(at: start).first?.attempts == 10)
        index.postpone(request.id, because: problem, retryAfter: nil, at: start, jitter: 1)
        #expect(index.waiting(at: start).first?.notBefore == start + 450)
        index.postpone(request.id, because: problem, retryAfter: .seconds(3600), at: start, jitter: 0)
        #expect(index.waiting(at: start).first?.notBefore == start + 3600)
    }

    @Test func aDelayThatLiesDaysAheadSinceTheClockWentBackCountsForNothing() {
        var index = QueueIndex()
        let request = request(.logout)
        _ = index.add(request, at: start)
        index.postpone(request.id, because: problem, retryAfter: nil, at: start + 1_000_000, jitter: 0)
        #expect(index.next(.due, at: start, tried: [])?.request.id == request.id)
    }

    @Test(arguments: [
        (QueuedRequestKind.login, 1), (.registration, 2), (.comment, 4), (.logout, 4),
    ])
    func aNewRequestTakesThePlaceOfEarlierOnesAsItsKindSays(_ kind: QueuedRequestKind, _ left: Int) {
        var index = QueueIndex()
        for subject in ["ana", "ben", "ana", "ben"] {
            let request = request(kind, subject)
            _ = index.add(request, at: start)
            index.settleSuperseded(by: request.id)
        }
        #expect(index.waiting(at: start).count == left)
    }

    @Test func aSlotIsGivenOnceAndAgainOnlyWhenItIsEmpty() {
        var index = QueueIndex()
        let requests = (0..<64).map { _ in request(.comment) }
        let slots = requests.map { index.add($0, at: start) }
        #expect(Set(slots).count == 64)
        #expect(add(request(.comment), to: &index) == nil)
        index.settle(requests[7].id)
        #expect(add(request(.comment), to: &index) == nil)
        index.forget(requests[7].id)
        #expect(add(request(.comment), to: &index) == slots[7])
        #expect(add(requests[9], to: &index) == slots[9])
    }

    // Mutating calls can't stand in an expectation.
    private func add(_ request: QueuedRequest, to index: inout QueueIndex) -> Int? { index.add(request, at: start) }
    private func expire(_ index: inout QueueIndex, at time: Date) -> [WaitingRequest] {
        index.settleExpired(at: time)
    }

    private func request(_ kind: QueuedRequestKind, _ subject: String = "") -> QueuedRequest {
        QueuedRequest(id: QueuedRequestID(UUID()), kind: kind, subject: subject, payload: Secret("x"))
    }
}
