import CoreModels

/// The time and the chance that renewing depends on.
struct RenewalTime: Sendable {
    let now: @Sendable () -> BootTime
    let clock: any Clock<Duration>
    /// A number from 0 to 1.
    let random: @Sendable () -> Double

    /// Lets time pass; false if the wait was given up.
    func pass(_ duration: Duration) async -> Bool {
        (try? await clock.sleep(for: duration)) != nil
    }
}
