/// Installs plugins in order, and collects what they contribute.
///
/// Nothing can be taken out of it but by a plugin that is being installed;
/// ``composed()`` ends that, and what comes of it takes no further plugins. So
/// the graph of a composition has every edge that there is.
public struct PluginHost: ~Copyable {
    private let disabled: Set<String>
    private let isSurveying: Bool
    private let points = ExtensionPoints()
    /// What plugins declare, also those that are left out.
    private let declared = ExtensionPoints()
    private var manifests: [PluginManifest] = []
    /// What each plugin of a survey declares.
    private var declarations: [Contributions] = []
    private var entries: [Composition.Entry] = []
    private var services: [OwnedService] = []
    private var needs: [(switchedOff: String, by: [String])] = []

    /// Creates a host.
    ///
    /// - Parameter disabled: The identifiers of the plugins to leave out.
    public init(disabled: Set<String> = []) {
        self.disabled = disabled
        isSurveying = false
    }

    /// Creates a host that makes nothing: it only takes note of what there is.
    private init(surveying: Void) {
        disabled = []
        isSurveying = true
    }

    /// What the plugins of a program declare, whatever their configuration.
    ///
    /// - Parameter install: Installs them. No plugin is made and no dependency
    ///   asked for, so that it can be given a configuration of defaults.
    /// - Throws: What `install` throws.
    public static func survey(
        _ install: (inout PluginHost) throws(PluginHostError) -> Void
    ) throws(PluginHostError) -> PluginSurvey {
        var host = PluginHost(surveying: ())
        try install(&host)
        return PluginSurvey(manifests: host.manifests, declarations: host.declarations)
    }

    /// Installs a plugin, unless configuration switched it off.
    ///
    /// A plugin that needs one that is switched off is left out, too, and
    /// ``composed()`` tells of it.
    ///
    /// - Parameters:
    ///   - isWanted: Whether the configuration asks for it at all; what isn't
    ///     wanted isn't in the composition.
    ///   - dependencies: What the plugin needs, taken from others in its scope;
    ///     not asked when the plugin is switched off.
    /// - Throws: ``PluginHostError/duplicate(_:)`` for an identifier that is
    ///   taken; ``PluginHostError/assembly(_:_:)`` when the plugin can't be
    ///   built.
    @discardableResult
    public mutating func install<P: Plugin>(
        _ plugin: P.Type, when isWanted: Bool = true, _ dependencies: (borrowing PluginScope) throws -> P.Dependencies
    ) throws(PluginHostError) -> Installed<P.Exports> {
        let manifest = P.manifest, id = manifest.id
        guard !manifests.contains(where: { $0.id == id }) else { throw .duplicate(id) }
        manifests.append(manifest)
        let declared = P.declarations
        self.declared.add(declared)
        if isSurveying { declarations.append(declared) }
        guard isWanted, !isSurveying else { return Installed(id: id, exports: .failure(.switchedOff(id))) }
        guard !disabled.contains(id) else {
            entries.append(Composition.Entry(P.self))
            return Installed(id: id, exports: .failure(.switchedOff(id)))
        }
        let scope = PluginScope(points: points, declared: self.declared)
        do {
            let assembly = try P.assemble(dependencies(scope))
            var contributions = declared
            contributions.add(assembly.contributions)
            entries.append(Composition.Entry(P.self, reads: scope.reads, contributions: contributions))
            services += assembly.services.map { OwnedService(owner: id, service: $0) }
            points.add(contributions)
            return Installed(id: id, exports: .success(assembly.exports))
        } catch let PluginHostError.switchedOff(missing) {
            note(id, needs: missing)
            entries.append(Composition.Entry(P.self))
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
        _ plugin: P.Type, when isWanted: Bool = true, _ dependencies: @autoclosure () throws -> P.Dependencies
    ) throws(PluginHostError) -> Installed<P.Exports> {
        try install(plugin, when: isWanted) { _ in try dependencies() }
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
    /// - Throws: ``PluginHostError/unusable(needed:unknown:)`` with all plugins
    ///   that need one that configuration switches off, and all that it switches
    ///   off and that don't exist.
    public consuming func composed() throws(PluginHostError) -> Composition {
        let unknown = UnknownPlugins(disabled, known: manifests)
        guard needs.isEmpty, unknown == nil else { throw .unusable(needed: needs, unknown: unknown) }
        return Composition(entries: entries, services: services, lists: points.lists)
    }
}
