import Foundation
import KernelTesting
import RepoKit
import Testing

/// The checks on a small repository that is built for each test.
struct PublicSurfaceTests {
    private let fixture: SurfaceFixture

    init() throws { fixture = try SurfaceFixture() }

    @Test func writesWhatIsPublicAndAcceptsIt() async throws {
        #expect(try await fixture.findings() == [])
        let surface = try await fixture.surface()
        #expect(surface.outdated.map(\.file) == [surfaceFile, "Packages/Kernel/PluginKit/API.txt"])
        #expect(try surface.write().count == 2)
        #expect(surface.outdated == [])
        #expect(try surface.write() == [])
        let lines = try String(contentsOf: fixture.root.appending(path: surfaceFile), encoding: .utf8)
            .split(separator: "\n").filter { $0.hasPrefix("Sample") }
        #expect(
            lines == [
                "SampleAPI  SampleError  enum SampleError : Error, Hashable",
                "SampleAPI  SampleError.limited(retryAfter:)  case limited(retryAfter: Int)",
                "SampleAPI  Sampling  protocol Sampling : Sendable",
                "SampleAPI  Sampling.sample(count:)  func sample(count: Int) async throws(SampleError) -> [String]",
                "SampleClient  SampleClientPlugin  enum SampleClientPlugin : Plugin",
                "SampleClient  SampleClientPlugin.Dependencies  struct Dependencies : Sendable",
                "SampleClient  SampleClientPlugin.Dependencies.sampling  let sampling: any Sampling",
                "SampleClient  SampleClientPlugin.Dependencies.settings  let settings: SampleSettings",
                "SampleClient  SampleClientPlugin.assemble(_:)  static func assemble(_ dependencies: SampleClientPlugin.Dependencies)",
                "SampleClient  SampleSettings  struct SampleSettings : Hashable, Sendable",
                "SampleClient  SampleSettings.limit  let limit: Int",
            ])
    }

    @Test func refusesAnImplementationTypeThatIsPublic() async throws {
        try fixture.append(
            "/// Takes samples from the server.\npublic struct RemoteSampling {\n    /// Where.\n    public let server: String\n}\n",
            to: SurfaceFixture.client)
        let findings = try await fixture.findings()
        #expect(findings.map(\.rule) == ["surface"])
        #expect(findings.first?.file == SurfaceFixture.client)
        #expect(findings.first?.line == 22)
        #expect(findings.first?.message.contains("RemoteSampling is public") == true)
    }

    @Test func refusesAClassThatAPluginShows() async throws {
        try fixture.append(
            "extension SampleClientPlugin {\n    /// Runs.\n    public static var engine: Engine { Engine() }\n}\n/// Runs.\npublic final class Engine {}\n",
            to: SurfaceFixture.client)
        let findings = try await fixture.findings()
        #expect(findings.map(\.message) == ["A plugin shows the class Engine."])
    }

    @Test func refusesWhatIsNoProtocolAndNoValueInAnInterface() async throws {
        try fixture.append(
            """
            /// Counts.
            public actor Counter {}
            /// Samples.
            public func sampled() -> Int { 1 }
            /// A limit.
            public let limit = 3
            infix operator +++
            /// Adds.
            public func +++ (left: SampleError, right: SampleError) -> SampleError { left }
            extension SampleError {
                /// Belongs to a value, and may stay.
                public static func < (left: Self, right: Self) -> Bool { false }
            }

            """, to: SurfaceFixture.api)
        let findings = try await fixture.findings()
        #expect(
            findings.map(\.message) == [
                "Counter is public in SampleAPI, and an interface has no actors.",
                "sampled() is public in SampleAPI, and an interface has no functions.",
                "limit is public in SampleAPI, and an interface has no variables.",
                "+++(_:_:) is public in SampleAPI, and an interface has no operators.",
            ])
    }

    @Test func refusesACTypeThatIsShown() async throws {
        try fixture.append(
            "public import CSample\n/// A code.\npublic struct SampleCode {\n    /// As C has it.\n    public let code: sample_code\n}\n",
            to: SurfaceFixture.api)
        let findings = try await fixture.findings()
        #expect(findings.map(\.rule) == ["R8"])
        #expect(findings.first?.line == 16)
        #expect(findings.first?.message.contains("sample_code") == true)
    }

    @Test func refusesAnExtensionOfACType() async throws {
        try fixture.append(
            "public import CSample\nextension sample_code {\n    /// Whether it is well.\n    public var isFine: Bool { value == 0 }\n}\n",
            to: SurfaceFixture.api)
        #expect(try await fixture.findings().contains { $0.rule == "R8" })
    }

    @Test func refusesASymbolWithoutDocumentation() async throws {
        let text = try String(contentsOf: fixture.root.appending(path: SurfaceFixture.api), encoding: .utf8)
        try fixture.write(text.replacing("    /// Takes one.\n", with: ""), to: SurfaceFixture.api)
        let findings = try await fixture.findings()
        #expect(findings.map(\.rule) == ["R15"])
        #expect(findings.first?.file == SurfaceFixture.api)
        #expect(findings.first?.line == 3)
        #expect(findings.first?.message == "Sampling.sample(count:) has no documentation.")
    }

    @Test func refusesARequirementThatDoesNotSayWhichErrorsItThrows() async throws {
        let text = try String(contentsOf: fixture.root.appending(path: SurfaceFixture.api), encoding: .utf8)
        try fixture.write(text.replacing("throws(SampleError)", with: "throws"), to: SurfaceFixture.api)
        #expect(
            try await fixture.findings().map(\.message) == [
                "Sampling.sample(count:) throws any error, and doesn't say which."
            ])
        try fixture.write(
            text.replacing("throws(SampleError)", with: "throws")
                .replacing("/// Takes one.", with: "/// Takes one.\n    ///\n    /// - Throws: ``SampleError``."),
            to: SurfaceFixture.api)
        #expect(try await fixture.findings() == [])
    }

    @Test func refusesAChangedSignatureUntilTheFileShowsIt() async throws {
        try await fixture.compile()
        _ = try await fixture.surface().write()
        let text = try String(contentsOf: fixture.root.appending(path: SurfaceFixture.api), encoding: .utf8)
        try fixture.write(text.replacing("retryAfter: Int", with: "after: Int"), to: SurfaceFixture.api)
        try await fixture.compile()
        let surface = try await fixture.surface()
        let message = try #require(surface.outdated.first?.message)
        #expect(message.contains("- SampleAPI  SampleError.limited(retryAfter:)  case limited(retryAfter: Int)"))
        #expect(message.contains("+ SampleAPI  SampleError.limited(after:)  case limited(after: Int)"))
        _ = try surface.write()
        #expect(surface.outdated == [])
    }

    @Test func refusesABuildThatIsOlderThanTheSources() async throws {
        await #expect(throws: BuiltModulesError.self) { try await fixture.surface() }
        let more = "Packages/Features/Sample/Sources/SampleAPI/More.swift"
        try fixture.write("/// More.\npublic struct More {}\n", to: more)
        try await fixture.compile()
        #expect(try await fixture.surface().findings == [])
        try FileManager.default.removeItem(at: fixture.root.appending(path: more))
        let gone = await #expect(throws: BuiltModulesError.self) { try await fixture.surface() }
        #expect(gone?.description.contains("SampleAPI: More.swift is in the build, and gone.") == true)
        try await fixture.compile()
        try fixture.append("// One line more.\n", to: SurfaceFixture.api)
        let changed = await #expect(throws: BuiltModulesError.self) { try await fixture.surface() }
        #expect(changed?.description.contains("SampleAPI: Sampling.swift changed after the build.") == true)
    }

    @Test func looksAtOnePackageAlone() async throws {
        try await fixture.compile()
        try fixture.append("// Not built.\n", to: SurfaceFixture.api)
        #expect(try await fixture.surface(of: ["PluginKit"]).write() == ["Packages/Kernel/PluginKit/API.txt"])
    }

    private let surfaceFile = "Packages/Features/Sample/API.txt"
}
