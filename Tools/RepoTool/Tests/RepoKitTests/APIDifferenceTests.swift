import Foundation
import KernelTesting
import RepoKit
import Testing

/// The surfaces of two commits, and who is concerned.
struct APIDifferenceTests {
    private let folder: TemporaryFolder
    private let old = """
        SampleAPI  SampleError  enum SampleError : Error
        SampleAPI  Sampling  protocol Sampling : Sendable
        SampleAPI  Sampling.sample(count:)  func sample(count: Int) async
        """

    init() async throws {
        folder = try TemporaryFolder()
        try write(
            """
            // swift-tools-version: 6.2
            import PackageDescription
            let package = Package(
                name: "Sample",
                targets: [
                    .target(name: "SampleAPI"),
                    .target(name: "Caller", dependencies: ["SampleAPI"]),
                    .target(name: "Handler", dependencies: ["SampleAPI"]),
                    .target(name: "Stranger"),
                ])
            """, to: "Package.swift")
        try write("public protocol Sampling {}", to: "Sources/SampleAPI/Sampling.swift")
        try write(
            "import SampleAPI\nfunc call(_ it: any Sampling) { it.sample(count: 1) }", to: "Sources/Caller/A.swift")
        try write("import SampleAPI\nfunc handle(_ error: SampleError) {}", to: "Sources/Handler/A.swift")
        try write("func sample() {}", to: "Sources/Stranger/A.swift")
        try write(old, to: "API.txt")
        for words in [["init", "-q"], ["add", "."], ["commit", "-qm", "First"]] {
            _ = try await Subprocess.output(
                of: ["git", "-C", folder.path, "-c", "user.name=Ada", "-c", "user.email=ada@example.com"] + words)
        }
    }

    private func write(_ text: String, to path: String) throws {
        let url = URL(filePath: folder.path(of: "Packages/Features/Sample/" + path))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    private func difference(since base: String = "HEAD") async throws -> APIDifference {
        try await APIDifference(of: Repository(root: URL(filePath: folder.path)), since: base)
    }

    @Test func saysWhatChangedAndWhoMentionsIt() async throws {
        #expect(try await difference().text == "No public symbol changed.")
        try write(
            old.replacing("count: Int", with: "count: Int64")
                + "\nSampleAPI  SampleError.limited  case limited\nSampleAPI  Sampled  struct Sampled", to: "API.txt")
        let difference = try await difference()
        #expect(difference.importers == ["SampleAPI": ["Caller", "Handler"]])
        #expect(
            difference.text == """
                Packages/Features/Sample
                  SampleAPI is imported by Caller, Handler
                  + SampleAPI  SampleError.limited  case limited
                    concerns Handler
                  + SampleAPI  Sampled  struct Sampled
                  ~ SampleAPI  Sampling.sample(count:)  func sample(count: Int64) async
                      was func sample(count: Int) async
                    concerns Caller
                """)
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(difference.json.utf8)) as? [[String: Any]])
        #expect(rows.map { $0["change"] as? String } == ["added", "added", "changed"])
        #expect(rows.last?["before"] as? String == "func sample(count: Int) async")
        #expect(rows.last?["users"] as? [String] == ["Caller"])
    }

    @Test func aPackageThatIsGoneTookItsSurfaceWithIt() async throws {
        try FileManager.default.removeItem(atPath: folder.path(of: "Packages/Features/Sample"))
        #expect(try await difference().entries.map(\.change.kind) == [.removed, .removed, .removed])
    }

    @Test func saysWhichCommitIsUnknown() async throws {
        let error = await #expect(throws: SubprocessError.self) { try await difference(since: "nowhere") }
        #expect(error?.description.contains("nowhere") == true)
    }
}
