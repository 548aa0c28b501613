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
        _ = await retry(.due, within: patience, by: clock, onDelay: onDelay)
    }

    /// Sends requests while somebody waits for what comes of them.
    ///
    /// - Returns: What became of them; nil if their patience ended before, or it
    ///   can't be said. They wait on then.
    public func retry(
        _ selection: QueueSelection, within patience: Duration, by clock: any Clock<Duration>,
        onDelay: @escaping @Sendable () -> Void = {}
    ) async -> [QueuedRequestReport]? {
        await withTaskGroup(of: [QueuedRequestReport]?.self) { group in
            group.addTask { try? await retry(selection) }
            group.addTask {
                let silence = min(.seconds(1), patience)
                guard (try? await clock.sleep(for: silence)) != nil else { return nil }
                onDelay()
                try? await clock.sleep(for: patience - silence)
                return nil
            }
            let first = await group.next()
            group.cancelAll()
            return first.flatMap(\.self)
        }
    }
}
