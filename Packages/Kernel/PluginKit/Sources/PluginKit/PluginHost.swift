import Locking

/// Installs plugins in order, and collects what they contribute.
///
/// The host isn't `Sendable`: a program is composed on one task. What it
/// collected can be read at any time; ``run(stopDeadline:clock:reporter:_:)``
/// starts and stops the services.
public final class PluginHost {
    /// A plugin as it stands in a composition.
    public struct Entry: Sendable {
        /// How the plugin is called and what it is for.
        public let manifest: PluginManifest
        /// Whether configuration left it switched on.
        public let isEnabled: Bool
        /// The plugins whose exports it took, in alphabetical order.
        public let dependencies: [String]
        fileprivate let counts: [(point: any ExtensionPoint.Type, count: Int)]

        /// How many values it contributed to each extension point, by the
        /// point's name.
        ///
        /// The runtime takes long to tell the name of a type, and most programs
        /// are composed without anybody asking for it.
        public var contributions: [String: Int] {
            Dictionary(counts.map { (String(describing: $0.point), $0.count) }, uniquingKeysWith: +)
        }
    }

    /// The plugins in the order in which they were installed, those that are
    /// switched off included.
    public private(set) var entries: [Entry] = []

    private let disabled: Set<String>
    /// A list for each extension point, and not one for all: whoever reads a
    /// point would else own what is contributed to the others, itself included.
    private var contributed: [ObjectIdentifier: Locked<[any Sendable]>] = [:]
    private var services: [OwnedService] = []
    private var takenExports: Set<String> = []

    /// Creates a host.
    ///
    /// - Parameter disabled: The identifiers of the plugins to leave out.
    public init(disabled: Set<String> = []) {
        self.disabled = disabled
    }

    /// Installs a plugin, unless configuration switched it off.
    ///
    /// - Parameter dependencies: What the plugin needs; not looked at when
    ///   the plugin is switched off.
    /// - Throws: ``PluginHostError/duplicate(_:)`` for an identifier that is
    ///   taken; ``PluginHostError/needs(_:switchedOff:)`` when a plugin whose
    ///   exports it takes is switched off; ``PluginHostError/assembly(_:_:)``
    ///   when the plugin can't be built.
    @discardableResult
    public func install<P: Plugin>(
        _ plugin: P.Type, _ dependencies: @autoclosure () throws -> P.Dependencies
    ) throws(PluginHostError) -> Installed<P.Exports> {
        let manifest = P.manifest
        guard !entries.contains(where: { $0.manifest.id == manifest.id }) else { throw .duplicate(manifest.id) }
        guard !disabled.contains(manifest.id) else {
            entries.append(Entry(manifest: manifest, isEnabled: false, dependencies: [], counts: []))
            return Installed(id: manifest.id, value: nil, host: self)
        }
        takenExports = []
        let assembly: Assembly<P.Exports>
        do {
            assembly = try P.assemble(dependencies())
        } catch let PluginHostError.switchedOff(missing) {
            throw .needs(manifest.id, switchedOff: missing)
        } catch {
            throw .assembly(manifest.id, error)
        }
        entries.append(
            Entry(
                manifest: manifest, isEnabled: true, dependencies: takenExports.sorted(),
                counts: assembly.contributions.parts.values.map { ($0.point, $0.values.count) }))
        services += assembly.services.map { OwnedService(owner: manifest.id, service: $0) }
        for (point, part) in assembly.contributions.parts {
            list(of: point).withLock { $0 += part.values }
        }
        return Installed(id: manifest.id, value: assembly.exports, host: self)
    }

    /// All values that plugins contributed to an extension point, in the order
    /// of installation.
    public func values<Point: ExtensionPoint>(of point: Point.Type) -> [Point.Value] {
        collector(of: point)()
    }

    /// A way to read what plugins contribute to an extension point from any
    /// task, for those that are installed before the contributors: what it
    /// answers is complete once the last plugin is installed.
    ///
    /// It keeps alive what is contributed to that point. So what contributes
    /// to a point doesn't own a reader of the same point.
    public func collector<Point: ExtensionPoint>(of point: Point.Type) -> @Sendable () -> [Point.Value] {
        let list = list(of: ObjectIdentifier(point))
        return { list.current.compactMap { $0 as? Point.Value } }
    }

    private func list(of point: ObjectIdentifier) -> Locked<[any Sendable]> {
        if let list = contributed[point] { return list }
        let list = Locked<[any Sendable]>([])
        contributed[point] = list
        return list
    }

    /// Checks that each plugin that configuration switches off exists.
    ///
    /// - Throws: ``PluginHostError/unknown(_:known:)``.
    public func checkDisabledNames() throws(PluginHostError) {
        let known = entries.map(\.manifest.id)
        guard let unknown = disabled.subtracting(known).min() else { return }
        throw .unknown(unknown, known: known.sorted())
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

    fileprivate func noteUse(of id: String) {
        takenExports.insert(id)
    }
}

/// A plugin that has been installed, or left out by configuration.
public struct Installed<Exports> {
    private let id: String
    private let value: Exports?
    private let host: PluginHost

    fileprivate init(id: String, value: Exports?, host: PluginHost) {
        self.id = id
        self.value = value
        self.host = host
    }

    /// What the plugin offers.
    ///
    /// Whoever is being installed at the moment is noted as depending on it.
    ///
    /// - Throws: ``PluginHostError/switchedOff(_:)`` if there is nothing,
    /// since configuration left the plugin out.
    public var exports: Exports {
        get throws(PluginHostError) {
            guard let value = exportsIfEnabled else { throw .switchedOff(id) }
            return value
        }
    }

    /// What the plugin offers, or nil if configuration left it out: for those
    /// that can do without.
    public var exportsIfEnabled: Exports? {
        if value != nil { host.noteUse(of: id) }
        return value
    }
}
