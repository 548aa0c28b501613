public import CoreModels
public import PluginKit

/// Does work of one kind.
///
/// One piece of work is done at a time. A handler must not hold what defers
/// work.
public protocol DeferredWorkHandling: Sendable {
    /// The kind of work that this handler does.
    var workKind: DeferredWorkKind { get }

    /// Does a piece of work; after a crash perhaps once more.
    ///
    /// - Throws: Why it has to be tried again, which it is for a day.
    func perform(_ details: Secret) async throws
}

/// Collects those who do work.
public enum DeferredWorkHandlers: ExtensionPoint {
    /// A handler.
    public typealias Value = any DeferredWorkHandling
}
