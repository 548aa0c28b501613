public import CoreModels
public import DeferredWorkAPI

/// Does work at once, while whoever defers it waits; nothing is kept.
public struct ImmediateWork: WorkDeferring {
    private let handlers: @Sendable () -> [any DeferredWorkHandling]

    /// Creates one over the handlers of a test.
    public init(_ handlers: @escaping @Sendable () -> [any DeferredWorkHandling]) {
        self.handlers = handlers
    }

    /// Does the work; what a handler throws comes back as `unavailable`.
    public func `defer`(_ details: Secret, for kind: DeferredWorkKind) async throws(DeferredWorkError) {
        guard let handler = handlers().first(where: { $0.workKind == kind }) else {
            throw .unavailable(reason: "nobody does \(kind.name)")
        }
        do {
            try await handler.perform(details)
        } catch {
            throw .unavailable(reason: "\(error)")
        }
    }
}
