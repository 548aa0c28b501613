import Foundation
import Glibc
import KernelTesting
import RepoKit
import Testing

struct SuiteRunnerTests {
    private static let processors = ProcessInfo.processInfo.activeProcessorCount
    private let fixture: FixtureRepository

    init() async throws {
        fixture = try FixtureRepository()
        try await fixture.git("init", "--quiet")
        try fixture.write(".build/\n/Package.swift\n", to: ".gitignore")
    }

    /// A package whose suite has two tests; the body of the second is given.
    private func writePackage(_ name: String, test: String, uses dependency: String? = nil) throws {
        let dependencies = dependency.map { #", dependencies: ["\#($0)"]"# } ?? ""
        try fixture.writeManifest(
            of: "Packages/\(name)", targets: [#".testTarget(name: "\#(name)Tests"\#(dependencies))"#],
            dependencies: dependency.map { ["../\($0)"] } ?? [])
        try fixture.write(
            """
            \(dependency.map { "import \($0)\n" } ?? "")import Testing
            @Test func first() {}
            @Test func second() { \(test) }
            """, to: "Packages/\(name)/Tests/\(name)Tests/Tests.swift")
    }

    /// A package with a target that has nothing but a number.
    private func writeNumber(_ number: Int, in name: String) throws {
        try fixture.writeManifest(
            of: "Packages/\(name)", targets: [#".target(name: "\#(name)")"#], products: [name])
        try fixture.write("public let number = \(number)", to: "Packages/\(name)/Sources/\(name)/Number.swift")
    }

    private func run(isFresh: Bool = false, setting variables: [String: String] = [:]) async throws -> [String:
        TestOutcome]
    {
        let repository = try await Repository(root: fixture.root)
        let environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
        var outcomes: [String: TestOutcome] = [:]
        _ = try await SuiteRunner(repository, flavour: .plain, isFresh: isFresh, environment: environment)
            .run(Set(repository.packages.map(\.name))) { outcomes[$0.name] = $0 }
        return outcomes
    }

    /// Those that start programs have the name of the package that does.
    @Test func keepsTestsFromStarvingEachOther() async throws {
        for (name, most) in [("Crowd", 2), ("Acceptance", Self.processors + 1)] {
            try writePackage(name, test: "")
            try fixture.write(
                """
                import Synchronization
                import Testing
                let running = Atomic(0)
                @Test(arguments: 0..<100) func crowd(_ number: Int) async {
                    #expect(running.add(1, ordering: .relaxed).newValue <= \(most))
                    for _ in 0..<100 { await Task.yield() }
                    running.subtract(1, ordering: .relaxed)
                }
                """, to: "Packages/\(name)/Tests/\(name)Tests/Crowd.swift")
        }
        let outcomes = try await run()
        #expect(outcomes["CrowdTests"]?.status == .passed, "\(outcomes)")
        #expect(outcomes["AcceptanceTests"]?.status == .passed, "\(outcomes)")
    }

    /// Each of two suites waits for the other at a pipe; one that is alone there is
    /// ended after two minutes.
    @Test(.enabled(if: processors > 1)) func runsAsManySuitesAtOnceAsThereAreProcessors() async throws {
        let pipe = fixture.folder.path(of: "pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        for (name, mode) in [("Left", "O_WRONLY"), ("Right", "O_RDONLY")] {
            try writePackage(name, test: "")
            try fixture.write(
                """
                import Glibc
                import Testing
                @Test func meets() {
                    alarm(120)
                    #expect(open("\(pipe)", \(mode)) >= 0)
                }
                """, to: "Packages/\(name)/Tests/\(name)Tests/Meeting.swift")
        }
        let outcomes = try await run()
        #expect(outcomes["LeftTests"]?.status == .passed && outcomes["RightTests"]?.status == .passed, "\(outcomes)")
    }

    /// A tool's suite and the programs' wait for each other, and the tool's takes what is left (`SCHED_IDLE`, 5).
    @Test(.enabled(if: processors > 1)) func theToolsGetOnWhileTheProgramsWait() async throws {
        let pipe = fixture.folder.path(of: "pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        for (folder, name, mode, policy) in [
            ("Tests", "Acceptance", "O_WRONLY", "\(sched_getscheduler(0))"), ("Tools", "Tool", "O_RDONLY", "5"),
        ] {
            try fixture.writeManifest(of: "\(folder)/\(name)", targets: [#".testTarget(name: "\#(name)Tests")"#])
            try fixture.write(
                """
                import Glibc
                import Testing
                @Test func meets() {
                    alarm(120)
                    #expect(sched_getscheduler(0) == \(policy))
                    #expect(open("\(pipe)", \(mode)) >= 0)
                }
                """, to: "\(folder)/\(name)/Tests/\(name)Tests/Meeting.swift")
        }
        let outcomes = try await run()
        #expect(
            outcomes["AcceptanceTests"]?.status == .passed && outcomes["ToolTests"]?.status == .passed, "\(outcomes)")
    }

    @Test func saysWhatPassedAndWhatFailedAndWhy() async throws {
        try writePackage("Good", test: "#expect(Bool(true))")
        try writePackage("Bad", test: "#expect(1 == 2)")
        try writePackage("Crash", test: "fatalError()")
        try fixture.writeManifest(of: "Packages/Empty", targets: [#".testTarget(name: "EmptyTests")"#])
        try fixture.write("let nothing = 0", to: "Packages/Empty/Tests/EmptyTests/Tests.swift")
        let outcomes = try await run()
        #expect(outcomes.count == 4)

        let good = try #require(outcomes["GoodTests"])
        #expect(good.status == .passed)
        #expect(good.tests == 2)
        #expect(good.package == "Good")
        #expect(FileManager.default.fileExists(atPath: fixture.folder.path(of: ".build/results/GoodTests.jsonl")))

        let bad = try #require(outcomes["BadTests"])
        #expect(bad.status == .failed)
        #expect((bad.tests, bad.failed) == (2, 1))
        #expect(bad.complaint.contains("Tests.swift:3:"))
        #expect(!bad.complaint.contains("first() passed"))

        let crash = try #require(outcomes["CrashTests"])
        #expect(crash.status == .failed)
        #expect(crash.complaint.contains("did not come to their end"))

        let empty = try #require(outcomes["EmptyTests"])
        #expect(empty.status == .failed)
        #expect(empty.complaint.contains("no test"))
    }

    @Test func runsAgainOnlyWhatItsInputsChangedFor() async throws {
        try writeNumber(1, in: "Base")
        try writePackage("User", test: "#expect(number > 0)", uses: "Base")
        try writePackage("Other", test: "")
        try writePackage("Bad", test: "#expect(1 == 2)")
        try writePackage("Curious", test: "#expect(#filePath != String())")
        let suites = ["BadTests", "CuriousTests", "OtherTests", "UserTests"]
        func statuses(_ outcomes: [String: TestOutcome]) -> [TestOutcome.Status?] {
            suites.map { outcomes[$0]?.status }
        }

        #expect(statuses(try await run()) == [.failed, .passed, .passed, .passed])
        let second = try await run()
        #expect(statuses(second) == [.failed, .unchanged, .unchanged, .unchanged])
        #expect(second["UserTests"]?.tests == 2)

        // What a suite is built from, however far away.
        try writeNumber(2, in: "Base")
        #expect(statuses(try await run()) == [.failed, .passed, .unchanged, .passed])
        // What it might read.
        try fixture.write("Text", to: "docs/page.md")
        #expect(statuses(try await run()) == [.failed, .passed, .unchanged, .unchanged])
        #expect(statuses(try await run(setting: ["SEED": "7"])) == [.failed, .passed, .passed, .passed])
        #expect(statuses(try await run(isFresh: true)) == [.failed, .passed, .passed, .passed])

        // A failure is not forgotten when the old state comes back.
        try writeNumber(-1, in: "Base")
        #expect(try await run()["UserTests"]?.status == .failed)
        try FileManager.default.removeItem(at: fixture.root.appending(path: ".build/results/OtherTests.jsonl"))
        #expect(try await run()["OtherTests"]?.status == .passed)
    }
}
