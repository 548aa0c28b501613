import Foundation

/// The files of a new feature, as `Tools/RepoTool/Templates/Feature` has them:
/// a tree like the repository's, whose files end in `.template`.
///
/// `__Feature__` and its other forms stand for the name. A passage between
/// `%if PART` and `%end`, with `%else` in the middle if need be, is there for
/// features that have the part; a target's folder for those that have the target.
struct FeatureTemplate: Sendable {
    static let folder = "Tools/RepoTool/Templates/Feature"
    private static let ending = ".template"

    private let name: FeatureName
    private let conditions: Set<String>

    init(name: FeatureName, parts: Set<FeaturePart>) {
        self.name = name
        conditions = FeaturePart.conditions(of: parts)
    }

    /// The texts by path, both relative to the root of the repository.
    func render(in root: URL) throws -> [String: String] {
        let folder = root.appending(path: Self.folder)
        let release = try Self.release(in: root)
        var files: [String: String] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(Self.ending) {
            guard belongs(path) else { continue }
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let rendered = try render(text, of: Self.folder + "/" + path)
            if rendered.isEmpty { continue }
            let place = fill(path.dropLast(Self.ending.count)).replacing("__release__", with: release)
            files[place] = rendered
        }
        return files
    }

    /// Whether the feature has the target in whose folder the file is.
    private func belongs(_ path: String) -> Bool {
        let folders = path.split(separator: "/").dropLast()
        guard let target = folders.last, target.hasPrefix("__Feature__"), target != "__Feature__" else { return true }
        var role = target.dropFirst("__Feature__".count)
        if role.hasSuffix("Tests") { role.removeLast("Tests".count) }
        return conditions.contains(role.lowercased())
    }

    private func render(_ text: String, of file: String) throws(ScaffoldError) -> String {
        var lines: [Substring] = []
        /// What each open `%if` says, the innermost last.
        var open: [Bool] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.hasPrefix("%") else {
                if open.allSatisfy(\.self) { lines.append(line) }
                continue
            }
            let words = line.dropFirst().split(separator: " ")
            switch (words.first, words.count, open.last) {
            case ("if", 2, _): open.append(conditions.contains(String(words[1])))
            case ("else", 1, let last?): open[open.count - 1] = !last
            case ("end", 1, .some): open.removeLast()
            default: throw .template(file: file, line: index + 1, reason: "“\(line)” is none of %if PART, %else, %end")
            }
        }
        guard open.isEmpty else {
            throw .template(file: file, line: text.count { $0 == "\n" }, reason: "an %if has no %end")
        }
        let rendered = fill(lines.joined(separator: "\n"))
        return rendered.allSatisfy(\.isWhitespace) ? "" : rendered
    }

    private func fill(_ text: some StringProtocol) -> String {
        String(text)
            .replacing("__FirstTests__", with: firstTests)
            .replacing("__Feature__", with: name.description)
            .replacing("__feature__", with: name.camel)
            .replacing("__Feature name__", with: name.title)
            .replacing("__feature name__", with: name.phrase)
            .replacing("__feature-name__", with: name.kebab)
            .replacing("__feature_name__", with: name.snake)
            .replacing("__FEATURE__", with: name.capitals)
    }

    /// The newest folder of compatibility fixtures, such as `v2`.
    private static func release(in root: URL) throws -> String {
        let folder = root.appending(path: "Tests/Compatibility/Fixtures")
        let releases = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .compactMap { $0.hasPrefix("v") ? Int($0.dropFirst()) : nil }
        return "v\(releases.max() ?? 1)"
    }

    /// The test target that sees most of the feature: its first story is told there.
    private var firstTests: String {
        let roles = ["slice": "Slice", "presentation": "Presentation", "client": "Client", "service": "Service"]
        let outermost = ["slice", "presentation", "client", "service"].first(where: conditions.contains)
        return "__Feature__" + (outermost.flatMap { roles[$0] } ?? "Contract") + "Tests"
    }
}
