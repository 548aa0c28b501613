import Localization
import Testing

/// Nobody is told to come back too early.
struct WaitingTests {
    @Test(arguments: [
        (Duration.seconds(900), 15), (.seconds(899), 15), (.milliseconds(840_001), 15), (.seconds(840), 14),
        (.seconds(60), 1), (.zero, 1), (.seconds(-5), 1),
    ])
    func minutesAreRoundedUp(wait: Duration, minutes: Int) {
        #expect(wait.minutesToWait == minutes)
    }

    @Test(arguments: [(Duration.seconds(5), 5), (.milliseconds(5_001), 6), (.milliseconds(1), 1), (.zero, 1)])
    func secondsAreRoundedUp(wait: Duration, seconds: Int) {
        #expect(wait.secondsToWait == seconds)
    }
}
