struct NamesSayTheRole: Rule {
    let name = "names"
    let statement =
        "A package is named like its folder, uniquely, and lies in a layer; its targets begin with its name and end with their role; tests end in `Tests`, C modules are `C…`."

    func findings(in codebase: Codebase) -> [Finding] {
        codebase.packages.flatMap { packageFindings($0, in: codebase) }
            + codebase.modules.flatMap { module in
                complaints(about: module).map { finding(at: module, in: codebase, $0.message, remedy: $0.remedy) }
            }
    }

    private func packageFindings(_ package: PackageDescription, in codebase: Codebase) -> [Finding] {
        var complaints: [(message: String, remedy: String)] = []
        let folder = package.folder.split(separator: "/").last ?? ""
        if package.name != folder {
            complaints.append(("The package \(package.name) is in the folder \(folder).", "Give both the same name."))
        }
        if package.layer == nil {
            complaints.append(
                (
                    "\(package.folder) is in no layer.",
                    "Move it into Packages/Kernel, Infrastructure or Features, Apps, Tests or Tools."
                ))
        }
        for twin in codebase.packages where twin.identity == package.identity && twin.folder < package.folder {
            complaints.append(
                (
                    "\(package.folder) has the name of \(twin.folder), and SwiftPM knows packages by their folder.",
                    "Rename one."
                ))
        }
        return complaints.map {
            Finding(name, file: package.folder + "/Package.swift", message: $0.message, remedy: $0.remedy)
        }
    }

    private func complaints(about module: Codebase.Module) -> [(message: String, remedy: String)] {
        let package = module.package.name
        var complaints: [(message: String, remedy: String)] = []
        if (module.role == .test) != module.name.hasSuffix("Tests") {
            complaints.append(
                (
                    "\(module.name) is \(module.role == .test ? "a" : "no") test target.",
                    "Test targets, and no others, end in Tests."
                ))
        }
        if module.role == .cModule, !isCName(module.name) {
            complaints.append(
                (
                    "\(module.name) has no Swift source but isn't named like a C module.",
                    "Name it C and the library, such as CSQLite."
                ))
        }
        if module.role == .test, !testedNames(of: module.package).contains(where: module.name.hasPrefix) {
            complaints.append(
                (
                    "\(module.name) names nothing of \(package).",
                    "Begin with the target that is tested, or with \(package)."
                ))
        }
        guard module.layer != .outside, !module.role.isForTests || module.role == .testing else { return complaints }
        let isOffered = module.package.products.contains { !$0.isExecutable && $0.targets.contains(module.name) }
        if module.role != .cModule && module.role != .program && (isOffered || module.role != .library)
            && !isNamed(module)
        {
            complaints.append(("\(module.name) doesn't begin with the name of its package.", "Begin with \(package)."))
        }
        if module.layer == .features, isOffered, module.role == .library {
            complaints.append(
                (
                    "\(module.name) is offered to others without a role.",
                    "End with API, ServiceAPI, Client, Service, Presentation, Screens, Operations or Testing."
                ))
        }
        return complaints
    }

    private func isNamed(_ module: Codebase.Module) -> Bool {
        module.name.hasPrefix(module.package.name)
    }

    private func isCName(_ name: String) -> Bool {
        name.hasPrefix("C") && name.dropFirst().first?.isUppercase == true
    }

    private func testedNames(of package: PackageDescription) -> [String] {
        [package.name] + package.targets.filter { $0.type != "test" }.map(\.name)
    }
}
