/// How long somebody at a screen waits for the server: all that a page asks of it
/// has to come within that time.
///
/// It holds for what the page asks for and for no other; whatever goes on beside
/// the pages waits as long as ever.
public struct Patience: Sendable {
    @TaskLocal private static var ofPage: Patience?

    /// How long the server is waited for in all.
    let limit: Duration
    let clock: any Clock<Duration>
    /// How much of that is left; not more than nothing when it is over.
    let left: @Sendable () -> Duration

    private init(_ limit: Duration, by clock: some Clock<Duration>) {
        let end = clock.now.advanced(by: limit)
        self.limit = limit
        self.clock = clock
        left = { clock.now.duration(to: end) }
    }

    /// The patience of whoever waits for this task; nil if nobody does.
    static var current: Patience? { ofPage }

    /// Makes a page for somebody who waits for it.
    public static func lasting<Value>(
        _ limit: Duration, by clock: any Clock<Duration> = ContinuousClock(), _ body: () async -> Value
    ) async -> Value {
        await $ofPage.withValue(Patience(limit, by: clock)) { await body() }
    }

    /// Does something for which nobody waits.
    static func unlimited<Value>(_ body: () async -> Value) async -> Value {
        await $ofPage.withValue(nil) { await body() }
    }
}
