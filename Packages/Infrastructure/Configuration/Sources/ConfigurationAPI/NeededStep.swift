public import PluginKit
public import Presenting

/// Keeps a server from starting with a setting that asks people for something
/// which they can't do there, since the plugin that offers it is switched off.
public struct NeededStep: PluginService {
    private let step: NextStep
    private let offered: @Sendable () -> [NextStep]
    private let error: UnusableSettings

    /// Creates a service that only looks.
    ///
    /// - Parameters:
    ///   - step: What people are asked for.
    ///   - offered: What they can do, from ``Presenting/OfferedSteps``.
    ///   - error: Which setting asks for it, and what to set instead.
    public init(
        _ step: NextStep, of offered: @escaping @Sendable () -> [NextStep], otherwise error: UnusableSettings
    ) {
        self.step = step
        self.offered = offered
        self.error = error
    }

    /// The error, unless people can do what they are asked for.
    public func problems() async -> [any Error] { offered().contains(step) ? [] : [error] }

    /// Throws the error, unless people can do what they are asked for.
    public func start() async throws { if !offered().contains(step) { throw error } }
}
