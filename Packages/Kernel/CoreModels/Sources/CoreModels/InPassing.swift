extension Task where Success == Never, Failure == Never {
    /// Does something in a task of its own, of which nothing is left in memory when it
    /// ends.
    ///
    /// What a function keeps while it waits is in the memory of its task, which isn't
    /// wiped before the task ends. A task that goes on for as long as the program keeps
    /// what was there once, such as whose session it is.
    ///
    /// - Returns: What `body` returns: nothing that is to be forgotten.
    public static func inPassing<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
        await withTaskGroup(of: Value.self) { group in
            group.addTask { await body() }
            for await value in group { return value }
            // It has one task.
            return await body()
        }
    }
}
