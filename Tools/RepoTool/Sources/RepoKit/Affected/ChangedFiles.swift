package import Foundation

/// What differs from another state of the repository.
package struct ChangedFiles: Sendable {
    /// The commit that the changes are counted from: where the branch left the
    /// other one.
    package let base: String
    /// The paths, relative to the root and sorted.
    ///
    /// What was renamed counts as both: removed there, new here.
    package let paths: [String]

    /// Asks git for what was committed since the branches parted, what is staged,
    /// what isn't, and what git doesn't know yet.
    ///
    /// - Throws: ``UnknownBase`` when the other state can't be found.
    package init(since reference: String, in root: URL) async throws {
        let found = try await Subprocess.run(["git", "merge-base", reference, "HEAD"], in: root)
        let base = found.text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard found.status == 0, !base.isEmpty else {
            throw UnknownBase(reference: reference, complaint: found.complaint)
        }
        // The index may hold what neither the last commit nor the folder does.
        let difference = ["git", "diff", "--name-only", "--no-renames", "--relative", "-z"]
        let lists = [
            difference + [base], difference + ["--cached", base],
            ["git", "ls-files", "--others", "--exclude-standard", "-z"],
        ]
        var paths: Set<String> = []
        for command in lists {
            let output = try await Subprocess.output(of: command, in: root)
            paths.formUnion(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
        }
        self.base = base
        self.paths = paths.sorted()
    }

    /// The sources that name a file by its path, or a folder that it is in.
    static func sources(naming path: String, in root: URL) async throws -> [String] {
        let parts = path.split(separator: "/")
        let folders = parts.indices.dropFirst().map { parts[..<$0].joined(separator: "/") }
        // Of a folder only a whole literal counts: `docs/adr"`, `docs/adr/"`.
        let patterns = [path] + folders.flatMap { ["/\($0)\"", "\"\($0)\"", "/\($0)/\"", "\"\($0)/\""] }
        // Without a find the status is 1.
        let found = try await Subprocess.run(
            ["git", "grep", "--untracked", "-lzF"] + patterns.flatMap { ["-e", $0] } + ["--", "*.swift"], in: root)
        return found.output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// The state to compare with isn't here.
package struct UnknownBase: Error, CustomStringConvertible {
    package let reference: String
    let complaint: String

    package var description: String {
        """
        There is no common ancestor with “\(reference)”. Fetch it (`git fetch origin main`; a shallow clone needs \
        `git fetch --unshallow`) or name another with --base. \(complaint)
        """
    }
}
