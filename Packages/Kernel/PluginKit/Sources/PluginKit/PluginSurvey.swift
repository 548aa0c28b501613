/// The plugins of a program, none of which is made: what a program knows before
/// it is configured.
public struct PluginSurvey: Sendable {
    /// How the plugins are called, in the order of their installation, those that
    /// a configuration may leave out included.
    public let manifests: [PluginManifest]
    /// What each of them declares.
    private let declarations: [Contributions]

    init(manifests: [PluginManifest], declarations: [Contributions]) {
        self.manifests = manifests
        self.declarations = declarations
    }

    /// All values that plugins declare for an extension point, in the order of
    /// installation.
    ///
    /// - Parameter disabled: The identifiers of plugins whose values don't count.
    public func values<Point: ExtensionPoint>(
        of point: Point.Type, without disabled: Set<String> = []
    ) -> [Point.Value] {
        contributions(without: disabled).values(of: point)
    }

    /// All that plugins declare, in the order of installation.
    ///
    /// - Parameter disabled: The identifiers of plugins whose values don't count.
    public func contributions(without disabled: Set<String> = []) -> Contributions {
        zip(manifests, declarations).filter { !disabled.contains($0.0.id) }
            .reduce(into: Contributions()) { $0.add($1.1) }
    }
}
