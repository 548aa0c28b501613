/// Installs plugins in order, and collects what they contribute.
///
/// Nothing can be taken out of it but by a plugin that is being installed;
/// ``composed()`` ends that, and what comes of it takes no further plugins. So
/// the graph of a composition has every edge that there is.
public struct PluginHost: ~Copyable {
    private let disabled: Set<String>
    private let points = ExtensionPoints()
    private var entries: [Composition.Entry] = []
    private var services: [OwnedService] = []
    private var needs: [(switchedOff: String, by: [String])] = []

    /// Creates a host.
    ///
    /// - Parameter disabled: The identifiers of the plugins to leave out.
    public init(disabled: Set<String> = []) {
        self.disabled = disabled
    }

    /// Installs a plugin, unless configuration switched it off.
    ///
    /// A plugin that needs one that is switched off is left out, too, and
    /// ``composed()`` tells of it.
    ///
    /// - Parameter dependencies: What the plugin needs, taken from others in
    ///   its scope; not asked when the plugin is switched off.
    /// - Throws: ``PluginHostError/duplicate(_:)`` for an identifier that is
    ///   taken; ``PluginHostError/assembly(_:_:)`` when the plugin can't be
    ///   built.
    @discardableResult
    public mutating func install<P: Plugin>(
        _ plugin: P.Type, _ dependencies: (borrowing PluginScope) throws -> P.Dependencies
    ) throws(PluginHostError) -> Installed<P.Exports> {
        let manifest = P.manifest, id = manifest.id
        guard !entries.contains(where: { $0.manifest.id == id }) else { throw .duplicate(id) }
        guard !disabled.contains(id) else {
            entries.append(Composition.Entry(manifest: manifest))
            return Installed(id: id, exports: .failure(.switchedOff(id)))
        }
        let scope = PluginScope(points: points)
        do {
            let assembly = try P.assemble(dependencies(scope))
            entries.append(
                Composition.Entry(manifest: manifest, reads: scope.reads, contributions: assembly.contributions))
            services += assembly.services.map { OwnedService(owner: id, service: $0) }
            points.add(assembly.contributions)
            return Installed(id: id, exports: .success(assembly.exports))
        } catch let PluginHostError.switchedOff(missing) {
            note(id, needs: missing)
            entries.append(Composition.Entry(manifest: manifest))
            return Installed(id: id, exports: .failure(.switchedOff(missing)))
        } catch {
            throw .assembly(id, error)
        }
    }

    /// Installs a plugin that needs nothing of others, unless configuration
    /// switched it off.
    ///
    /// - Parameter dependencies: What the plugin needs; not looked at when
    ///   the plugin is switched off.
    /// - Throws: As with the scope.
    @discardableResult
    public mutating func install<P: Plugin>(
        _ plugin: P.Type, _ dependencies: @autoclosure () throws -> P.Dependencies
    ) throws(PluginHostError) -> Installed<P.Exports> {
        try install(plugin) { _ in try dependencies() }
    }

    private mutating func note(_ id: String, needs missing: String) {
        if let index = needs.firstIndex(where: { $0.switchedOff == missing }) {
            needs[index].by.append(id)
        } else {
            needs.append((missing, [id]))
        }
    }

    /// What the plugins make together; no further ones can be installed.
    ///
    /// - Throws: ``PluginHostError/needed(_:)`` with all plugins that need one
    ///   that configuration switches off; ``PluginHostError/unknown(_:known:)``
    ///   when it switches off one that doesn't exist.
    public consuming func composed() throws(PluginHostError) -> Composition {
        guard needs.isEmpty else { throw .needed(needs) }
        let known = entries.map(\.manifest.id)
        if let unknown = disabled.subtracting(known).min() { throw .unknown(unknown, known: known.sorted()) }
        return Composition(entries: entries, services: services, lists: points.lists)
    }
}
