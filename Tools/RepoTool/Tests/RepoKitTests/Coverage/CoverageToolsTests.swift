import Foundation
import KernelTesting
import RepoKit
import Testing

struct CoverageToolsTests {
    private let folder: TemporaryFolder
    private var root: URL { URL(filePath: folder.path) }
    private var program: URL { root.appending(path: "program") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A program that waits to be killed, unless it is told to end.
    private func build() async throws {
        let source = root.appending(path: "main.swift")
        try """
        import Glibc
        if CommandLine.argc > 1 {
            print("ends")
        } else {
            kill(getpid(), SIGKILL)
        }
        """.write(to: source, atomically: true, encoding: .utf8)
        let outcome = try await ChildProcess.run(
            "swiftc", ["-profile-generate", "-profile-coverage-mapping", source.path, "-o", program.path])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
    }

    private func run(_ arguments: String..., profile: String) async throws -> URL {
        let path = folder.path(of: profile)
        _ = try await ChildProcess.run(program.path, arguments, environment: ["LLVM_PROFILE_FILE": path])
        return URL(filePath: path)
    }

    @Test(.requirement("PROC-07")) func whatKilledProcessesLeaveDoesNotStopIt() async throws {
        try await build()
        let killed = try await run(profile: "killed.profraw")
        let ended = try await run("end", profile: "ended.profraw")
        let half = root.appending(path: "half.profraw")
        try Data(contentsOf: ended).prefix(200).write(to: half)

        let tools = try await CoverageTools()
        let merged = root.appending(path: "all.profdata")
        #expect(try await tools.merge([killed, half], into: merged) == nil)
        #expect(try await tools.merge([killed, half, ended], into: merged) == 2)

        let summary = String(decoding: try await tools.summary(of: [program], profile: merged), as: UTF8.self)
        #expect(summary.contains(folder.path(of: "main.swift")))
        let pages = root.appending(path: "pages")
        try await tools.writePages(
            of: [program], profile: merged, sources: [folder.path(of: "main.swift")], to: pages)
        #expect(FileManager.default.fileExists(atPath: pages.appending(path: "index.html").path))
    }
}
