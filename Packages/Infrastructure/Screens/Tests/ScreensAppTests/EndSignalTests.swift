import KernelTesting
import ScreensApp
import Testing

struct EndSignalTests {
    private let sut = EndSignal(), clock = ManualClock()

    @Test(.timeLimit(.minutes(1))) func allWhoWaitHearThatItEndsAndHaveAMomentForIt() async {
        let all = (1...3).map { _ in Task { [sut] in await sut.wait() } }
        let end = Task { [sut, clock] in await sut.give(by: clock) }
        for one in all { await one.value }
        clock.advance(by: .seconds(1))
        await end.value
        await sut.wait()
    }

    @Test(.timeLimit(.minutes(1))) func nobodyIsWaitedForWhereNobodyWaits() async {
        await sut.give(by: clock)
        let late = Task { [sut] in await sut.wait() }
        late.cancel()
        await late.value
    }
}
