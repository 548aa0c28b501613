import Locking

/// The plugins of a program, none of which is made: what a program knows before
/// it is configured.
public struct PluginSurvey: Sendable {
    /// How the plugins are called, in the order of their installation, those that
    /// a configuration may leave out included.
    public let manifests: [PluginManifest]
    private let lists: [ObjectIdentifier: Locked<[any Sendable]>]

    init(manifests: [PluginManifest], lists: [ObjectIdentifier: Locked<[any Sendable]>]) {
        self.manifests = manifests
        self.lists = lists
    }

    /// All values that plugins declare for an extension point, in the order of
    /// installation.
    public func values<Point: ExtensionPoint>(of point: Point.Type) -> [Point.Value] {
        lists[ObjectIdentifier(point)]?.current.compactMap { $0 as? Point.Value } ?? []
    }
}
