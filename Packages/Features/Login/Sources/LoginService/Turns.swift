/// Lets those who want the same thing have it one after another.
actor Turns {
    private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

    /// Waits until nobody else has the turn.
    func take(_ name: String) async {
        guard waiting[name] != nil else {
            waiting[name] = []
            return
        }
        await withCheckedContinuation { waiting[name, default: []].append($0) }
    }

    /// Hands the turn on.
    func pass(_ name: String) {
        guard var queue = waiting[name], !queue.isEmpty else {
            waiting[name] = nil
            return
        }
        let next = queue.removeFirst()
        waiting[name] = queue
        next.resume()
    }
}
