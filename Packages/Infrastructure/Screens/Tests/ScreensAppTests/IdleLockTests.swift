import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes
import KernelTesting
import Locking
import ScreensApp
import Testing

struct IdleLockTests {
    private let clock = ManualClock()
    private let times = Locked(0)

    @Test func itLocksEachTimeThatNobodyAsked() async throws {
        let times = times, sut = IdleLock(after: .seconds(900), by: clock) { times.withLock { $0 += 1 } }
        let watch = Task { await sut.watch() }
        await clock.waitForSleepers()
        clock.advance(by: .seconds(600))
        #expect(!sut.note(.sample()))
        clock.advance(by: .seconds(300))
        // It sleeps for what is left since somebody asked.
        await clock.waitForSleepers()
        #expect(times.current == 0)
        clock.advance(by: .seconds(600))
        await clock.waitForSleepers()
        #expect(times.current == 1)
        clock.advance(by: .seconds(900))
        await clock.waitForSleepers()
        #expect(times.current == 2)
        watch.cancel()
        await watch.value
    }

    @Test func whatPagesAskForByThemselvesIsLateAsWellAndNoSignOfSomebody() {
        let sut = IdleLock(after: .seconds(900), by: clock) {}
        let stream = ServerRequest.sample(fields: [.accept: "text/event-stream"])
        clock.advance(by: .seconds(899))
        #expect(!sut.note(stream))
        clock.advance(by: .seconds(1))
        #expect(sut.note(stream) && sut.note(.sample()) && !sut.note(stream))
    }
}
