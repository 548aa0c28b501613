import RepoKit
import Testing

struct MutantRunTests {
    @Test func mistakesAreMadeInWhatIsDeliveredOnly() async throws {
        let fixture = try FixtureRepository()
        try fixture.writeManifest(
            of: "Packages/Feed",
            targets: [
                #".target(name: "Feed")"#, #".target(name: "FeedTesting")"#,
                #".target(name: "FeedFuzzing", path: "Tests/FeedFuzzing")"#, #".testTarget(name: "FeedTests")"#,
            ])
        for folder in ["Sources/Feed", "Sources/FeedTesting", "Tests/FeedFuzzing", "Tests/FeedTests"] {
            try fixture.write("let limit = 1\n", to: "Packages/Feed/\(folder)/File.swift")
        }
        for name in ["FeedRoutes+Description", "Schema+Feed"] {
            try fixture.write("let example = 1\n", to: "Packages/Feed/Sources/Feed/\(name).swift")
        }
        let repository = try await Repository(root: fixture.root), package = try #require(repository.packages.first)
        let mutations = try MutantRun(repository, of: package).mutations(seed: 1)
        #expect(mutations.map(\.path) == ["Packages/Feed/Sources/Feed/File.swift"])
    }
}
