import Locking

/// What a plugin can take from others while it is being installed, and only
/// then: a scope can't be copied or kept, so each read is an edge of the graph.
public struct PluginScope: ~Copyable {
    final class Reads {
        var plugins: Set<String> = []
        var options: Set<String> = []
        var points: [any ExtensionPoint.Type] = []
    }

    let reads = Reads()
    let points: ExtensionPoints
    /// What all plugins declare, also those that are left out.
    let declared: ExtensionPoints

    /// What a plugin offers; the one that is being installed depends on it.
    ///
    /// - Throws: ``PluginHostError/switchedOff(_:)`` if there is nothing,
    ///   since configuration left out the plugin or one that it needs.
    public subscript<Exports>(_ plugin: Installed<Exports>) -> Exports {
        get throws(PluginHostError) {
            let exports = try plugin.exports.get()
            reads.plugins.insert(plugin.id)
            return exports
        }
    }

    /// What a plugin offers, or nil if it was left out: for those that can do
    /// without.
    public subscript<Exports>(ifEnabled plugin: Installed<Exports>) -> Exports? {
        guard let exports = try? plugin.exports.get() else { return nil }
        reads.options.insert(plugin.id)
        return exports
    }

    /// A way to read what all plugins contribute to an extension point, from
    /// any task: what it answers is complete once the last plugin is installed,
    /// so it isn't called before services start.
    ///
    /// It keeps alive what is contributed to that point. So what contributes
    /// to a point doesn't own a reader of the same point.
    public func collector<Point: ExtensionPoint>(of point: Point.Type) -> @Sendable () -> [Point.Value] {
        collector(of: point, in: points)
    }

    /// The same for what all plugins declare, those included that configuration
    /// leaves out: what the program knows of, whether or not it uses it.
    public func collector<Point: ExtensionPoint>(ofDeclared point: Point.Type) -> @Sendable () -> [Point.Value] {
        collector(of: point, in: declared)
    }

    private func collector<Point: ExtensionPoint>(
        of point: Point.Type, in lists: ExtensionPoints
    ) -> @Sendable () -> [Point.Value] {
        reads.points.append(point)
        let list = lists[point]
        return { list.current.compactMap { $0 as? Point.Value } }
    }
}

/// A plugin that has been installed, or left out.
///
/// What it offers is read in the ``PluginScope`` of another one.
public struct Installed<Exports> {
    let id: String
    let exports: Result<Exports, PluginHostError>

    /// A part of what it offers, which another plugin might offer in its place.
    public func map<Part>(_ part: (Exports) -> Part) -> Installed<Part> {
        Installed<Part>(id: id, exports: exports.map(part))
    }
}
