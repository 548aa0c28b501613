import DeferredWorkSQL
import FoundationEssentials
import Testing

struct PostponementsTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let id = UUID()

    @Test func eachFailureHoldsBackForTwiceAsLongUpToTenMinutes() {
        var postponed = Postponements(), now = start
        #expect(postponed.rest(at: now) == nil && !postponed.holdsBack(id, at: now))
        for pause in [10.0, 20, 40, 80, 160, 320, 600, 600] {
            let isFirst = postponed.add(id, at: now)
            #expect(isFirst == (pause == 10))
            #expect(postponed.rest(at: now) == pause)
            #expect(postponed.holdsBack(id, at: now + pause - 0.1))
            now += pause
            #expect(!postponed.holdsBack(id, at: now) && postponed.rest(at: now) == 0)
        }
    }

    @Test func eachPieceOfWorkHasAPauseOfItsOwn() {
        var postponed = Postponements()
        let other = UUID()
        _ = postponed.add(id, at: start)
        _ = postponed.add(id, at: start + 10)
        let isFirst = postponed.add(other, at: start + 10)
        #expect(isFirst)
        #expect(postponed.rest(at: start + 10) == 10)
        postponed.remove(other)
        #expect(postponed.rest(at: start + 10) == 20)
        #expect(!postponed.holdsBack(other, at: start + 10))
    }

    @Test func aClockThatWasSetBackHoldsNothingBackForLong() {
        var postponed = Postponements()
        _ = postponed.add(id, at: start)
        #expect(!postponed.holdsBack(id, at: start - 3_600) && postponed.rest(at: start - 3_600) == 0)
    }
}
