public import Localization

/// Something that an operator has to look after, and what mends it.
public struct Finding: Hashable, Sendable {
    /// How much it matters.
    public enum Weight: String, Hashable, Sendable, Encodable {
        /// Something is wrong, or will be before long.
        case fault
        /// It may be meant to be so.
        case notice
    }

    /// A stable word for programs, in `snake_case`.
    public let code: String
    /// How much it matters.
    public let weight: Weight
    /// What is wrong, and what that means, as sentences.
    public let text: LocalizedText
    /// The command that mends it.
    public let remedy: ShellCommand

    /// Describes a fault.
    public init(_ code: String, _ text: LocalizedText, remedy: ShellCommand) {
        self.init(code, .fault, text, remedy: remedy)
    }

    /// Describes something.
    public init(_ code: String, _ weight: Weight, _ text: LocalizedText, remedy: ShellCommand) {
        self.code = code
        self.weight = weight
        self.text = text
        self.remedy = remedy
    }
}

/// An error that an operator mends by a command.
public protocol MendableError: Error {
    /// The command; what isn't known stands in it in capitals. Nil where there is none.
    var remedy: ShellCommand? { get }
}

/// What an examination of a service found, beside a program that may be running.
public struct ServiceExamination: Sendable {
    /// What would keep a service from starting, each as its start would throw it.
    public var problems: [any Error]
    /// What else somebody has to look after.
    public var findings: [Finding]

    /// Creates what was found.
    public init(problems: [any Error] = [], findings: [Finding] = []) {
        self.problems = problems
        self.findings = findings
    }
}

/// What became of the examination of one service.
public struct PluginExamination: Sendable {
    /// The name of the plugin that owns the service.
    public let plugin: String
    /// What it found; nil if it didn't come to its end in time.
    public let result: ServiceExamination?
}

extension Composition {
    /// Has all services examine what they work with; none is started.
    ///
    /// - Parameters:
    ///   - limit: How long each may take; the others go on without it.
    ///   - clock: Measures that.
    ///   - body: Gets what they found, in the order of installation; what they opened to look into it can be read
    ///     until it returns.
    public func examine<Value>(
        limit: Duration, clock: any Clock<Duration> = ContinuousClock(),
        _ body: ([PluginExamination]) async -> Value
    ) async -> Value {
        var examinations: [PluginExamination] = []
        for service in services {
            let result = await Self.examine(service.service, limit: limit, clock)
            examinations.append(PluginExamination(plugin: service.owner, result: result))
        }
        let value = await body(examinations)
        for service in services.reversed() { await service.service.endExamination() }
        return value
    }

    /// - Returns: nil when time is over; what goes on then isn't waited for.
    private static func examine(
        _ service: any PluginService, limit: Duration, _ clock: any Clock<Duration>
    ) async -> ServiceExamination? {
        let (results, continuation) = AsyncStream.makeStream(of: ServiceExamination?.self)
        let work = Task { continuation.yield(await service.examine()) }
        let timer = Task {
            try await clock.sleep(for: limit)
            continuation.yield(nil)
        }
        defer {
            work.cancel()
            timer.cancel()
        }
        var iterator = results.makeAsyncIterator()
        return await iterator.next() ?? nil
    }
}
