public import PluginKit

/// What holds for many routes, in the description of the API: whoever makes it so
/// says it once, and routes needn't.
///
/// ```swift
/// func complete(_ description: inout RouteDescription, of route: Route) {
///     if route.limit != nil { description.add(.tooManyRequests) }
/// }
/// ```
/// Conventions are asked in the order in which plugins were installed, once what
/// the router does for every route is there.
public protocol HTTPConvention: Sendable {
    /// What there is to tell people about it; nil for nothing.
    ///
    /// - Parameter routes: All routes of the server.
    func section(for routes: [Route]) -> ConventionSection?

    /// Adds what it means for a route.
    func complete(_ description: inout RouteDescription, of route: Route)
}

extension HTTPConvention {
    /// Nothing.
    public func section(for routes: [Route]) -> ConventionSection? { nil }

    /// Nothing.
    public func complete(_ description: inout RouteDescription, of route: Route) {}
}

/// A paragraph of the general text of the description of the API.
public struct ConventionSection: Sendable {
    package let title: String
    package let text: String
    package let mentions: [Schema]

    /// Creates a paragraph.
    ///
    /// - Parameters:
    ///   - title: What it is about; the paragraphs are in the order of their
    ///     titles.
    ///   - text: What there is to say; in Markdown.
    ///   - mentions: Schemas that the text mentions by their names.
    public init(_ title: String, _ text: String, mentions: [Schema] = []) {
        self.title = title
        self.text = text
        self.mentions = mentions
    }
}

/// Collects the conventions of all plugins.
public enum HTTPConventions: ExtensionPoint {
    /// A convention.
    public typealias Value = any HTTPConvention
}
