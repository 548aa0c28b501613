import Foundation
import KernelTesting
import RepoKit

/// A repository with one feature, whose modules the compiler alone builds.
struct SurfaceFixture {
    static let api = "Packages/Features/Sample/Sources/SampleAPI/Sampling.swift"
    static let client = "Packages/Features/Sample/Sources/SampleClient/SampleClientPlugin.swift"

    let folder: TemporaryFolder
    var root: URL { URL(filePath: folder.path) }
    private var build: URL { root.appending(path: "scratch") }

    init() throws {
        folder = try TemporaryFolder()
        let sources = "Packages/Features/Sample/Sources"
        try write("struct sample_code { int value; };", to: "\(sources)/CSample/sample.h")
        try write("module CSample { header \"sample.h\" }", to: "\(sources)/CSample/module.modulemap")
        try write(
            """
            /// Is installed.
            public protocol Plugin {
                /// What it needs.
                associatedtype Dependencies
                /// Builds it.
                static func assemble(_ dependencies: Dependencies)
            }
            """, to: "Packages/Kernel/PluginKit/Sources/PluginKit/Plugin.swift")
        try write(
            """
            /// Takes samples; any number of calls may run at once.
            public protocol Sampling: Sendable {
                /// Takes one.
                func sample(count: Int) async throws(SampleError) -> [String]
            }

            /// Why there is no sample.
            public enum SampleError: Error, Hashable {
                /// Too many at once.
                case limited(retryAfter: Int)
            }

            """, to: Self.api)
        try write(
            """
            public import PluginKit
            public import SampleAPI

            /// The client's side.
            public enum SampleClientPlugin: Plugin {
                public struct Dependencies: Sendable {
                    /// Takes the samples.
                    public let sampling: any Sampling
                    /// How it works.
                    public let settings: SampleSettings
                }

                public static func assemble(_ dependencies: Dependencies) {}
            }

            /// How the client works.
            public struct SampleSettings: Hashable, Sendable {
                /// How many at once.
                public let limit: Int
            }

            """, to: Self.client)
    }

    func write(_ text: String, to path: String) throws {
        let url = root.appending(path: path)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    func append(_ text: String, to path: String) throws {
        try write(String(contentsOf: root.appending(path: path), encoding: .utf8) + text, to: path)
    }

    /// Makes the modules, and leaves the list of sources that SwiftPM leaves.
    func compile() async throws {
        let modules = build.appending(path: "debug/Modules")
        let map = root.appending(path: "Packages/Features/Sample/Sources/CSample/module.modulemap").path
        try FileManager.default.createDirectory(at: modules, withIntermediateDirectories: true)
        for (module, package) in [("PluginKit", "Kernel/PluginKit"), ("SampleAPI", sample), ("SampleClient", sample)] {
            let sources = root.appending(path: "Packages/\(package)/Sources/\(module)")
            let files = try FileManager.default.contentsOfDirectory(atPath: sources.path)
                .map { sources.appending(path: $0).path }
            _ = try await Subprocess.output(
                of: [
                    "swiftc", "-emit-module", "-parse-as-library", "-swift-version", "6",
                    "-enable-upcoming-feature", "InternalImportsByDefault", "-module-name", module,
                    "-emit-module-path", modules.appending(path: module + ".swiftmodule").path,
                    "-I", modules.path, "-Xcc", "-fmodule-map-file=" + map,
                ] + files)
            try write(files.joined(separator: "\n") + "\n", to: "scratch/debug/\(module).build/sources")
        }
    }

    private let sample = "Features/Sample"

    /// What the last build shows.
    func surface(of names: Set<String> = ["Sample", "PluginKit"]) async throws -> PublicSurface {
        let all = try packages()
        return try await PublicSurface(
            of: all.filter { names.contains($0.name) }, among: all, root: root, build: build)
    }

    /// Builds, and gives what breaks a rule.
    func findings() async throws -> [Finding] {
        try await compile()
        return try await surface().findings
    }

    /// As SwiftPM would describe them, without the second it takes.
    private func packages() throws -> [PackageDescription] {
        try [
            package("Sample", in: "Features", targets: ["CSample", "SampleAPI", "SampleClient"]),
            package("PluginKit", in: "Kernel", targets: ["PluginKit"]),
        ]
    }

    private func package(_ name: String, in area: String, targets: [String]) throws -> PackageDescription {
        let targets = targets.map { target in
            let type = target.hasPrefix("C") ? "system" : "regular"
            return """
                {"name":"\(target)","type":"\(type)","dependencies":[],"settings":[],"resources":[],"exclude":[]}
                """
        }
        return try PackageDescription(
            folder: "Packages/\(area)/\(name)",
            json: Data(
                #"{"name":"\#(name)","dependencies":[],"products":[],"targets":[\#(targets.joined(separator: ","))]}"#
                    .utf8))
    }
}
