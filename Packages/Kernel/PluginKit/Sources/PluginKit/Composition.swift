import Locking

/// Plugins that were installed together: what a program runs.
public struct Composition: Sendable {
    /// A plugin as it stands in a composition.
    public struct Entry: Sendable {
        /// How the plugin is called and what it is for.
        public let manifest: PluginManifest
        /// Whether configuration left it switched on.
        public let isEnabled: Bool
        /// The plugins whose exports it took, in alphabetical order.
        public let dependencies: [String]
        /// The plugins whose exports it took and could do without, in alphabetical
        /// order.
        public let options: [String]
        private let plugin: any Plugin.Type
        private let points: [any ExtensionPoint.Type]
        private let counts: [(point: any ExtensionPoint.Type, count: Int)]

        /// The plugin's type, after the module that has it.
        ///
        /// The runtime names the file of a private type by an address, which is another
        /// one each time.
        public var type: String {
            String(reflecting: plugin).replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
        }

        /// The names of the extension points of which it collects what others
        /// contribute, in alphabetical order.
        public var collects: [String] { Set(points.map { String(describing: $0) }).sorted() }

        /// How many values it contributed to each extension point, by the
        /// point's name.
        ///
        /// The runtime takes long to tell the name of a type, and most programs
        /// are composed without anybody asking for it.
        public var contributions: [String: Int] {
            Dictionary(counts.map { (String(describing: $0.point), $0.count) }, uniquingKeysWith: +)
        }

        /// A plugin that is left out.
        init(_ plugin: any Plugin.Type) {
            self.plugin = plugin
            manifest = plugin.manifest
            isEnabled = false
            dependencies = []
            options = []
            points = []
            counts = []
        }

        init(_ plugin: any Plugin.Type, reads: PluginScope.Reads, contributions: Contributions) {
            self.plugin = plugin
            manifest = plugin.manifest
            isEnabled = true
            dependencies = reads.plugins.sorted()
            options = reads.options.subtracting(reads.plugins).sorted()
            points = reads.points
            counts = contributions.parts.values.map { ($0.point, $0.values.count) }
        }
    }

    /// The plugins in the order in which they were installed, those that are
    /// switched off included.
    public let entries: [Entry]
    let services: [OwnedService]
    private let lists: [ObjectIdentifier: Locked<[any Sendable]>]

    init(entries: [Entry], services: [OwnedService], lists: [ObjectIdentifier: Locked<[any Sendable]>]) {
        self.entries = entries
        self.services = services
        self.lists = lists
    }

    /// What a plugin offers, for the program itself.
    ///
    /// - Throws: ``PluginHostError/switchedOff(_:)`` if configuration left the
    ///   plugin out.
    public subscript<Exports>(_ plugin: Installed<Exports>) -> Exports {
        get throws(PluginHostError) { try plugin.exports.get() }
    }

    /// All values that plugins contributed to an extension point, in the order
    /// of installation, for the program itself.
    public func values<Point: ExtensionPoint>(of point: Point.Type) -> [Point.Value] {
        lists[ObjectIdentifier(point)]?.current.compactMap { $0 as? Point.Value } ?? []
    }

    /// What would keep the services from starting, as far as one can tell
    /// without making or changing anything.
    public func problems() async -> [PluginProblem] {
        var problems: [PluginProblem] = []
        for service in services {
            problems += await service.service.problems().map { PluginProblem(plugin: service.owner, error: $0) }
        }
        return problems
    }

    /// Has the services that run read anew what an operator may have changed.
    ///
    /// - Returns: What can't be used as it is now; those services go on with
    ///   what they have.
    public func reload() async -> [PluginProblem] {
        var problems: [PluginProblem] = []
        for service in services {
            do {
                try await service.service.reload()
            } catch {
                problems.append(PluginProblem(plugin: service.owner, error: error))
            }
        }
        return problems
    }

    /// Starts the services in the order of installation, runs them beside
    /// `body`, and stops them in reverse when `body` returns, a service fails,
    /// or the task is cancelled.
    ///
    /// If a service can't start, those before it are stopped.
    ///
    /// - Parameters:
    ///   - stopDeadline: How long one service may take to stop before the next
    ///     one is stopped.
    ///   - clock: Measures the deadline.
    ///   - reporter: Hears of services that missed the deadline.
    /// - Throws: What a service or `body` threw first.
    public func run(
        stopDeadline: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
        reporter: @escaping @Sendable (LifeCycleEvent) -> Void = { _ in },
        _ body: @escaping @Sendable () async throws -> Void
    ) async throws {
        let lifeCycle = LifeCycle(services: services, stopDeadline: stopDeadline, clock: clock, reporter: reporter)
        try await lifeCycle.run(body)
    }
}
