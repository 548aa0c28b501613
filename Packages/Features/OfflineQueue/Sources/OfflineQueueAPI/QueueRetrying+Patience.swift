extension QueueRetrying {
    /// Sends what is due while somebody waits for something else; what takes
    /// longer than their patience waits for another time.
    ///
    /// - Parameters:
    ///   - patience: For how long they are held up at most.
    ///   - clock: Measures it.
    ///   - onDelay: Called when they were left without a word for a second.
    public func retryDue(
        within patience: Duration, by clock: any Clock<Duration>, onDelay: @escaping @Sendable () -> Void = {}
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = try? await retry(.due) }
            group.addTask {
                let silence = min(.seconds(1), patience)
                guard (try? await clock.sleep(for: silence)) != nil else { return }
                onDelay()
                try? await clock.sleep(for: patience - silence)
            }
            await group.next()
            group.cancelAll()
        }
    }
}
