import Glibc
import PluginKit
import Testing

struct TerminationSignalTests {
    @Test func aSignalThatComesBeforeAnybodyWaitsIsNotLost() async {
        TerminationSignal.observe()
        kill(getpid(), SIGTERM)
        #expect(await TerminationSignal.first() == SIGTERM)
    }
}
