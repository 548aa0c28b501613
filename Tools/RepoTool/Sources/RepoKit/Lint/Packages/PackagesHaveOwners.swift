import Foundation

struct PackagesHaveOwners: Rule {
    let name = "owners"
    let statement = "Each package has a line of its own in `CODEOWNERS` and a `README.md` of at most 60 lines."

    private static let limit = 60

    func findings(in codebase: Codebase) -> [Finding] {
        let owners = (try? String(contentsOf: codebase.root.appending(path: "CODEOWNERS"), encoding: .utf8)) ?? ""
        let lines = owners.split(separator: "\n", omittingEmptySubsequences: false)
        let owned = Set(lines.map { $0.split(separator: " ") }.filter { $0.count > 1 }.compactMap(\.first))
        return codebase.packages.flatMap { package -> [Finding] in
            var found: [Finding] = []
            let folder = "/\(package.folder)/"
            // The packages of Tests have one owner.
            if !owned.contains(folder[...]), !(folder.hasPrefix("/Tests/") && owned.contains("/Tests/")) {
                found.append(
                    Finding(
                        name, file: "CODEOWNERS", line: max(lines.count - 1, 1),
                        message: "\(package.folder) has no owner.",
                        remedy: "Add the line `\(folder) @essential/TEAM`."))
            }
            let readme = package.folder + "/README.md"
            let text = try? String(contentsOf: codebase.root.appending(path: readme), encoding: .utf8)
            let count = text?.utf8.count { $0 == UInt8(ascii: "\n") } ?? 0
            if text == nil {
                found.append(
                    Finding(
                        name, file: readme, message: "\(package.name) has no README.",
                        remedy: "Write what it is for, its protocols, how to test it and who owns it."))
            } else if count > Self.limit {
                found.append(
                    Finding(
                        name, file: readme, line: Self.limit + 1, message: "The README has \(count) lines.",
                        remedy: "Keep it to \(Self.limit), and move the rest to docs/features."))
            }
            return found
        }
    }
}
