package import Foundation

/// The programs of the toolchain that read profiles.
///
/// Those of a distribution are of another version, and refuse the format.
package struct CoverageTools: Sendable {
    private let folder: URL

    /// Asks the compiler where it lives.
    package init() async throws {
        struct Information: Decodable {
            struct Paths: Decodable { let runtimeResourcePath: String }
            let paths: Paths
        }
        let answer = try await Subprocess.output(of: ["swiftc", "-print-target-info"])
        let resources = try JSONDecoder().decode(Information.self, from: answer).paths.runtimeResourcePath
        folder = URL(filePath: resources).appending(path: "../../bin").standardized
    }

    /// Merges profiles into one file and gives how many of them can't be read.
    ///
    /// A process that is killed leaves an empty profile, or half of one.
    ///
    /// - Returns: Nil, and no file, when none can be read.
    package func merge(_ profiles: [URL], into result: URL) async throws -> Int? {
        let whole = profiles.filter { (try? $0.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0 > 0 }
        guard !whole.isEmpty else { return nil }
        let outcome = try await Subprocess.run(
            [tool("llvm-profdata"), "merge", "-sparse", "--failure-mode=all", "-o", result.path] + whole.map(\.path))
        let broken = whole.filter { outcome.complaint.contains("warning: \($0.path): ") }
        if outcome.status != 0 {
            guard broken.count == whole.count else {
                throw SubprocessError(
                    command: ["llvm-profdata", "merge"], status: outcome.status, complaint: outcome.complaint)
            }
            return nil
        }
        return profiles.count - whole.count + broken.count
    }

    /// How many lines of each file are covered, as `llvm-cov` exports it.
    package func summary(of programs: [URL], profile: URL) async throws -> Data {
        try await Subprocess.output(
            of: [tool("llvm-cov"), "export", "-summary-only"] + arguments(programs, profile: profile))
    }

    /// Writes a page for each source, and an index.
    package func writePages(of programs: [URL], profile: URL, sources: [String], to folder: URL) async throws {
        let options = ["-format=html", "-show-directory-coverage", "-output-dir=\(folder.path)"]
        _ = try await Subprocess.output(
            of: [tool("llvm-cov"), "show"] + options + arguments(programs, profile: profile) + ["-sources"] + sources)
    }

    private func arguments(_ programs: [URL], profile: URL) -> [String] {
        ["-instr-profile=\(profile.path)"] + programs.prefix(1).map(\.path)
            + programs.dropFirst().map { "-object=\($0.path)" }
    }

    private func tool(_ name: String) -> String { folder.appending(path: name).path }
}
