public import Localization

/// A unit of functionality that a program installs when it is composed.
///
/// A plugin states what it needs (`Dependencies`) and what it offers
/// (`Exports`) as types, so the compiler checks a composition: a missing
/// dependency is a missing argument, a cycle is a use before declaration.
///
/// ```swift
/// let storage = try host.install(SecureStorageClientPlugin.self, .init(home: home))
/// let login = try host.install(LoginClientPlugin.self) { scope in
///     try .init(secrets: scope[storage].secrets)
/// }
/// ```
public protocol Plugin: SendableMetatype {
    /// What the plugin needs, usually a struct of `any` protocols.
    associatedtype Dependencies
    /// What the plugin offers to those installed after it.
    associatedtype Exports

    /// How the plugin is called and what it is for.
    static var manifest: PluginManifest { get }
    /// What the plugin adds to extension points whatever it is given: what a
    /// program has to know before it is configured, such as settings and
    /// operators' commands.
    static var declarations: Contributions { get }

    /// Builds the plugin's objects and does no input or output: whatever
    /// opens a file or a socket is a ``PluginService``.
    ///
    /// - Throws: What is wrong with the dependencies. The host refuses the
    ///   composition with it, as ``PluginHostError/assembly(_:_:)``.
    static func assemble(_ dependencies: Dependencies) throws -> Assembly<Exports>
}

extension Plugin {
    /// Nothing that would be there without dependencies.
    public static var declarations: Contributions { Contributions() }
}

/// How a plugin is called and what it is for.
public struct PluginManifest: Sendable, Hashable {
    /// The name by which configuration and reports know the plugin, such as
    /// `login`.
    public let id: String
    /// What the plugin is for, in one sentence.
    public let summary: LocalizedText

    /// Creates a manifest.
    public init(id: String, summary: LocalizedText) {
        self.id = id
        self.summary = summary
    }
}

/// What a plugin made of its dependencies.
public struct Assembly<Exports> {
    /// What the plugin offers to those installed after it.
    public let exports: Exports
    /// What has to be started and stopped, in this order.
    public let services: [any PluginService]
    /// What the plugin adds to extension points.
    public let contributions: Contributions

    /// Creates an assembly.
    public init(
        exports: Exports, services: [any PluginService] = [], contributions: Contributions = Contributions()
    ) {
        self.exports = exports
        self.services = services
        self.contributions = contributions
    }
}

extension Assembly<Void> {
    /// Creates an assembly that only contributes or runs services.
    public init(services: [any PluginService] = [], contributions: Contributions = Contributions()) {
        self.init(exports: (), services: services, contributions: contributions)
    }
}

/// Something with a life of its own: a database, a server, a scheduled job.
public protocol PluginService: Sendable {
    /// Looks for what would keep it from getting ready, and makes and changes
    /// nothing: a program asks all services before it starts the first, and
    /// tells all that it hears at once.
    ///
    /// - Returns: What is wrong, each as ``start()`` would throw it.
    func problems() async -> [any Error]
    /// Looks for the same without being about to start: for who wants to know whether
    /// it could, while another one may be at work.
    ///
    /// It holds nothing that such a one holds, listens nowhere, and makes and changes
    /// nothing. It may look at what ``problems()`` leaves to ``start()``, since that may pass.
    ///
    /// - Returns: What is wrong, and what only a start finds out.
    func rehearse() async -> StartRehearsal
    /// Looks at what it works with, for an operator who wants to know what is wrong or soon will be,
    /// while another one may be at work on it: files, rows, a certificate, a server elsewhere.
    ///
    /// It makes and changes nothing, and ends soon when its task is cancelled. What ``rehearse()``
    /// finds isn't found again. What is installed before it can be read meanwhile.
    func examine() async -> ServiceExamination
    /// Lets go of what ``examine()`` opened.
    func endExamination() async
    /// Gets ready, and returns once it is.
    ///
    /// - Throws: Why it can't. The program doesn't start, and what started
    ///   before it is stopped.
    func start() async throws
    /// Works until it is cancelled; returning early is fine.
    ///
    /// - Throws: Why it can't go on. That stops the program.
    func run() async throws
    /// Reads anew, while it runs, what an operator may have changed, such as a
    /// certificate.
    ///
    /// - Throws: Why what is there now can't be used; the service goes on with
    ///   what it has.
    func reload() async throws
    /// Finishes what was begun and releases what is held. It is called once
    /// for each successful ``start()``, and has a deadline.
    func stop() async
}

extension PluginService {
    /// Knows of nothing that could be wrong.
    public func problems() async -> [any Error] { [] }
    /// Finds what it finds before a start.
    public func rehearse() async -> StartRehearsal { StartRehearsal(problems: await problems()) }
    /// Works with nothing that could be examined.
    public func examine() async -> ServiceExamination { ServiceExamination() }
    /// Has opened nothing.
    public func endExamination() async {}
    /// Reads nothing that could change.
    public func reload() async throws {}
    /// Has nothing to prepare.
    public func start() async throws {}
    /// Has no work of its own.
    public func run() async throws {}
    /// Has nothing to finish.
    public func stop() async {}
}

/// A place to which many plugins contribute values of one type.
///
/// ```swift
/// public enum HTTPRoutes: ExtensionPoint { public typealias Value = Route }
/// ```
public protocol ExtensionPoint: SendableMetatype {
    /// What plugins contribute.
    associatedtype Value: Sendable
}

/// What one plugin adds to extension points.
public struct Contributions: Sendable {
    struct Part: Sendable {
        let point: any ExtensionPoint.Type
        var values: [any Sendable] = []
    }

    private(set) var parts: [ObjectIdentifier: Part] = [:]

    /// Creates contributions to nothing.
    public init() {}

    /// Creates contributions to one extension point.
    public init<Point: ExtensionPoint>(_ values: Point.Value..., to point: Point.Type) {
        parts[ObjectIdentifier(point)] = Part(point: point, values: values)
    }

    /// Adds values to an extension point.
    public mutating func add<Point: ExtensionPoint>(_ values: Point.Value..., to point: Point.Type) {
        parts[ObjectIdentifier(point), default: Part(point: point)].values += values as [any Sendable]
    }

    /// The values for an extension point.
    public func values<Point: ExtensionPoint>(of point: Point.Type) -> [Point.Value] {
        parts[ObjectIdentifier(point)]?.values.compactMap { $0 as? Point.Value } ?? []
    }

    /// Adds what another one adds.
    mutating func add(_ others: Contributions) {
        for (key, part) in others.parts { parts[key, default: Part(point: part.point)].values += part.values }
    }
}
