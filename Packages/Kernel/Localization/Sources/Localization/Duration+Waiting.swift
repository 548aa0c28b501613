extension Duration {
    /// How many minutes to tell somebody who has to wait this long; at least one.
    ///
    /// It is rounded up: who comes back too early is refused again.
    public var minutesToWait: Int { waiting(in: .seconds(60)) }

    /// How many seconds to tell somebody who has to wait this long; at least one.
    public var secondsToWait: Int { waiting(in: .seconds(1)) }

    private func waiting(in unit: Duration) -> Int {
        Int(exactly: Swift.max(1, (self / unit).rounded(.up))) ?? .max
    }
}
