/// Tells whether a machine can build and test the repository.
package struct Doctor: Sendable {
    /// The oldest toolchain that the manifests and sources are written for.
    private static let swift = [6, 3]
    private static let gigabyte: Int64 = 1 << 30
    private static let megabyte: Int64 = 1 << 20

    private let prerequisites: [Prerequisite]

    package init(_ prerequisites: [Prerequisite]) {
        self.prerequisites = prerequisites
    }

    package func examine(_ machine: Machine) -> [Diagnosis] {
        [toolchain(machine)] + prerequisites.map { diagnose($0, machine) } + [
            space(
                "Free disk", machine.freeDisk, needed: 5 * Self.gigabyte, comfortable: 15 * Self.gigabyte,
                remedy: "Each kind of build has a folder of its own in .build; `make clean` removes them."),
            space(
                "Memory", machine.memory, needed: 2 * Self.gigabyte, comfortable: 6 * Self.gigabyte,
                remedy: "Build with fewer jobs: swift build --jobs 1."),
            sharedMemory(machine), locale(machine), openFiles(machine),
        ]
    }

    /// The one line that brings all packages that are missing.
    package func installation(for diagnoses: [Diagnosis]) -> String? {
        let missing = Set(diagnoses.filter { $0.state == .missing }.map(\.name))
        let packages = prerequisites.map(\.package).filter(missing.contains)
        return packages.isEmpty ? nil : "apt-get install \(packages.joined(separator: " "))"
    }

    private func toolchain(_ machine: Machine) -> Diagnosis {
        let remedy =
            "Install Swift \(Self.swift.map(String.init).joined(separator: ".")) for Debian 12 "
            + "(https://www.swift.org/install/linux) and put its usr/bin folder on PATH."
        guard let text = machine.swiftVersion, let path = machine.programs["swift"] else {
            return Diagnosis("Swift", .missing, "“swift” is not on PATH", remedy: remedy)
        }
        let words = text.split(separator: " ")
        let number = words.firstIndex(of: "version").flatMap { words[($0 + 1)...].first } ?? ""
        let version = number.split(separator: ".").compactMap { Int($0) }
        let isOld = version.lexicographicallyPrecedes(Self.swift)
        return Diagnosis("Swift", isOld ? .missing : .ok, "\(number) at \(path)", remedy: isOld ? remedy : nil)
    }

    private func diagnose(_ prerequisite: Prerequisite, _ machine: Machine) -> Diagnosis {
        let remedy = "It is \(prerequisite.purpose). As root: apt-get install \(prerequisite.package)"
        switch prerequisite.evidence {
        case .program(let name):
            guard let path = machine.programs[name] else {
                return Diagnosis(prerequisite.package, .missing, "“\(name)” is not on PATH", remedy: remedy)
            }
            return Diagnosis(prerequisite.package, .ok, path)
        case .python(let name):
            guard let path = machine.pythonModules[name] else {
                return Diagnosis(prerequisite.package, .missing, "python3 has no “\(name)”", remedy: remedy)
            }
            return Diagnosis(prerequisite.package, .ok, path)
        case .file(let path):
            guard machine.files.contains(path) else {
                return Diagnosis(prerequisite.package, .missing, "\(path) isn't there", remedy: remedy)
            }
            return Diagnosis(prerequisite.package, .ok, path)
        case .library(let name, let header):
            guard let version = machine.libraries[name] else {
                return Diagnosis(prerequisite.package, .missing, "pkg-config knows no “\(name)”", remedy: remedy)
            }
            guard let path = machine.headers[header] else {
                return Diagnosis(prerequisite.package, .missing, "\(name) \(version) without \(header)", remedy: remedy)
            }
            return Diagnosis(prerequisite.package, .ok, "\(name) \(version), \(path)")
        }
    }

    private func space(
        _ name: String, _ bytes: Int64, needed: Int64, comfortable: Int64, remedy: String
    ) -> Diagnosis {
        let state: Diagnosis.State = bytes < needed ? .missing : bytes < comfortable ? .warning : .ok
        let found = "\(bytes / Self.megabyte) MB" + (state == .ok ? "" : " of \(comfortable / Self.megabyte) MB")
        return Diagnosis(name, state, found, remedy: state == .ok ? nil : remedy)
    }

    private func sharedMemory(_ machine: Machine) -> Diagnosis {
        let remedy = "Browsers and sanitizers may fail. In a container: docker run --shm-size=256m"
        guard let bytes = machine.freeSharedMemory else {
            return Diagnosis("/dev/shm", .warning, "not there", remedy: remedy)
        }
        let isSmall = bytes < 64 * Self.megabyte
        return Diagnosis(
            "/dev/shm", isSmall ? .warning : .ok, "\(bytes / Self.megabyte) MB", remedy: isSmall ? remedy : nil)
    }

    private func locale(_ machine: Machine) -> Diagnosis {
        let locale = machine.locale ?? ""
        let isUTF8 = locale.lowercased().replacing("-", with: "").hasSuffix("utf8")
        return Diagnosis(
            "Locale", isUTF8 ? .ok : .warning, locale.isEmpty ? "none" : locale,
            remedy: isUTF8 ? nil : "Texts with accents show wrong. Run: export LC_ALL=C.UTF-8")
    }

    private func openFiles(_ machine: Machine) -> Diagnosis {
        let isLow = machine.openFiles < 1024
        return Diagnosis(
            "Open files", isLow ? .missing : .ok, "\(machine.openFiles) for a process",
            remedy: isLow ? "Servers under test hold hundreds of connections. Run: ulimit -n 4096" : nil)
    }
}
