import Foundation
import KernelTesting
import RepoKit
import Testing

struct PackageRunnerTests {
    @Test func testsAPackageByItself() async throws {
        let fixture = try FixtureRepository()
        for (name, body) in [("Good", ""), ("Bad", "#expect(1 == 2)"), ("Broken", "nonsense"), ("Left", "nonsense")] {
            try fixture.writeManifest(of: "Packages/\(name)", targets: [#".testTarget(name: "\#(name)Tests")"#])
            try fixture.write(
                "import Testing\n@Test func works() { \(body) }", to: "Packages/\(name)/Tests/\(name)Tests/Tests.swift")
        }
        var outcomes: [String: TestOutcome] = [:]
        _ = try await PackageRunner(Repository(root: fixture.root)).run(["Good", "Bad", "Broken"]) {
            outcomes[$0.name] = $0
        }
        #expect(outcomes.mapValues(\.status) == ["Good": .passed, "Bad": .failed, "Broken": .failed])
        #expect(outcomes["Good"]?.tests == 1)
        #expect(outcomes["Bad"]?.complaint.contains("Expectation failed") == true)
        #expect(outcomes["Broken"]?.complaint.contains("cannot find 'nonsense' in scope") == true)
        #expect(outcomes["Broken"]?.description.contains("✘ Broken: no test ran, after ") == true)
        #expect(outcomes["Broken"]?.tests == 0 && outcomes["Broken"]?.failed == 0)
        #expect(outcomes["Bad"]?.description.contains("✘ Bad: 1 of 1 test failed after ") == true)
        let results = fixture.folder.path(of: ".build/results/packages")
        #expect(FileManager.default.fileExists(atPath: results + "/Good.jsonl"))
    }
}
