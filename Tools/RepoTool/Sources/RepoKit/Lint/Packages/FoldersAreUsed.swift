import Foundation

struct FoldersAreUsed: Rule {
    let name = "folders"
    let statement = "Each folder of sources is a target's, and each target is offered, a test or used by another."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.packages.flatMap { undeclared(in: $0, codebase) } + unused(in: codebase)
    }

    private func undeclared(in package: PackageDescription, _ codebase: Codebase) -> [Finding] {
        let known = package.targets.map { $0.folder + "/" }
        return ["Sources", "Tests"].flatMap { area in
            codebase.folders(in: package.folder + "/" + area).filter { folder in
                !known.contains { $0.hasPrefix("\(area)/\(folder)/") }
                    && codebase.holdsSources("\(package.folder)/\(area)/\(folder)")
            }.map { folder in
                Finding(
                    name, file: package.folder + "/Package.swift",
                    message: "\(area)/\(folder) belongs to no target, so nothing in it is built.",
                    remedy: "Declare the target, or remove the folder.")
            }
        }
    }

    private func unused(in codebase: Codebase) -> [Finding] {
        let used = Set(codebase.modules.flatMap(codebase.uses).map(\.module.name))
        return codebase.modules.filter { module in
            let isOffered = module.package.products.contains { $0.targets.contains(module.name) }
            return !isOffered && !used.contains(module.name) && ![.program, .test, .testSupport].contains(module.role)
        }.map { module in
            finding(
                at: module, in: codebase, "Nobody uses \(module.name), and nobody else can.",
                remedy: "Have somebody import it, or remove it.")
        }
    }
}

extension Codebase {
    /// The names of the folders in one, sorted.
    fileprivate func folders(in path: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: path).path)
        return (names ?? []).filter { isFolder(path + "/" + $0) }.sorted()
    }

    /// Whether there is Swift in a folder or below it.
    fileprivate func holdsSources(_ path: String) -> Bool {
        let all = FileManager.default.enumerator(atPath: root.appending(path: path).path)
        return all?.contains { ($0 as? String)?.hasSuffix(".swift") == true } == true
    }
}
