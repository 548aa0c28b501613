public import Localization

/// What a look at a start found that doesn't take place.
public struct StartRehearsal: Sendable {
    /// What would keep a service from starting, each as its start would throw it.
    public var problems: [any Error]
    /// What only a start finds out, each as a whole sentence.
    public var unchecked: [LocalizedText]

    /// Creates what was found.
    public init(problems: [any Error] = [], unchecked: [LocalizedText] = []) {
        self.problems = problems
        self.unchecked = unchecked
    }
}

extension Composition {
    /// What the services find who look whether they could start, beside a program that may
    /// be running.
    ///
    /// - Returns: What is wrong, and what was left out, in the order of installation.
    public func rehearse() async -> (problems: [PluginProblem], unchecked: [LocalizedText]) {
        var problems: [PluginProblem] = [], unchecked: [LocalizedText] = []
        for service in services {
            let found = await service.service.rehearse()
            problems += found.problems.map { PluginProblem(plugin: service.owner, error: $0) }
            unchecked += found.unchecked
        }
        return (problems, unchecked)
    }
}
