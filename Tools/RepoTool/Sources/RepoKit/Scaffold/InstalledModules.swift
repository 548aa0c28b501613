import Foundation

/// The modules that come with the Swift toolchain that `PATH` leads to.
package enum InstalledModules {
    /// Their names.
    package static func names() async throws -> Set<String> {
        struct Info: Decodable {
            struct Paths: Decodable { let runtimeLibraryImportPaths: [String] }
            let paths: Paths
        }
        let output = try await Subprocess.output(of: ["swift", "-print-target-info"])
        let folders = try JSONDecoder().decode(Info.self, from: output).paths.runtimeLibraryImportPaths
        let names = folders.flatMap { (try? FileManager.default.contentsOfDirectory(atPath: $0)) ?? [] }
        return Set(names.filter { $0.hasSuffix(".swiftmodule") }.map { String($0.dropLast(".swiftmodule".count)) })
    }
}
