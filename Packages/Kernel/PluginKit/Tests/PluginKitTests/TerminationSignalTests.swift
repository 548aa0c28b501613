import Glibc
import KernelTesting
import PluginKit
import Testing

struct TerminationSignalTests {
    @Test func aSignalThatComesBeforeAnybodyWaitsIsNotLost() async {
        TerminationSignal.observe()
        kill(getpid(), SIGTERM)
        #expect(await TerminationSignal.first() == SIGTERM)
    }

    @Test(.requirement("OPS-04")) func aWishToReadFilesAnewEndsNothing() async {
        let (wishes, heard) = AsyncStream.makeStream(of: Void.self)
        var next = wishes.makeAsyncIterator()
        ReloadSignal.observe()
        kill(getpid(), SIGHUP)
        let listening = Task { await ReloadSignal.forEach { heard.yield() } }
        await next.next()
        kill(getpid(), SIGHUP)
        await next.next()
        listening.cancel()
        await listening.value
    }
}
