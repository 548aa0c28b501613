import KernelTesting

/// A Chromium that all share who steer one: to start it costs more than what most of
/// them do with it.
///
/// Each has windows of its own, which know nothing of those of others. It ends with
/// this program, however that ends.
struct SharedBrowser: Sendable {
    /// Where one is reached.
    ///
    /// Without what only a desktop's has, as a camera and what a person may allow, it takes half the work. At night
    /// (`ESSENTIAL_DESKTOP=1`) everybody has a desktop.
    static func address(hasDesktop: Bool = false) async throws -> String {
        try await (hasDesktop || isNight ? desktop : shell).value.address
    }
    /// Where one is reached that keeps whole pages to go back to, as people's browsers do.
    static var keepingPages: String { get async throws { try await keeping.value.address } }

    private static let isNight = Surroundings.number("ESSENTIAL_DESKTOP") != nil
    private static let desktop = Task { try await SharedBrowser() }
    private static let shell = Task { try await SharedBrowser("looking") }
    private static let keeping = Task { try await SharedBrowser("keeping") }

    private let address: String
    private let child: ChildProcess

    private init(_ arguments: String...) async throws {
        child = try ChildProcess(
            try await Browser.python(), [Programs.root + "/Tests/Acceptance/Support/browser.py"] + arguments)
        let line = await child.readOutput(until: "\n")
        guard line.hasPrefix("ws://") else { throw BrowserFailed(text: line + (await child.outcome()).errorText) }
        address = String(line.prefix { $0 != "\n" })
    }
}
