package import DeviceIntegrityAPI
import Glibc

/// Notices that the superuser runs the program on a machine of their own.
package struct RootDetector: IntegrityDetecting {
    let system: any SystemReading

    package var violation: IntegrityViolation { .device }

    package init(system: any SystemReading) {
        self.system = system
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        let place = Confinement(system: system)
        return system.user == 0 && !place.isContainer && !place.isAutomation ? [IntegrityFinding(.root)] : []
    }
}

/// Notices libraries that are loaded before the program's own.
package struct PreloadDetector: IntegrityDetecting {
    let system: any SystemReading

    package var violation: IntegrityViolation { .device }

    package init(system: any SystemReading) {
        self.system = system
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        // With what it was started: a library may have taken its own name out of the environment since.
        let path = Probes.environment.text
        guard let variables = try system.contents(of: path, limit: Probes.environmentLimit) else {
            throw ProbeFailure(path, code: ENOENT)
        }
        var found: [IntegrityFinding] = []
        for name in [Probes.preload, Probes.audit] {
            let prefix = Array((name.text + "=").utf8)
            for variable in variables.split(separator: 0) where variable.starts(with: prefix) {
                let list = String(decoding: variable.dropFirst(prefix.count), as: UTF8.self)
                found += libraries(in: list).map { IntegrityFinding(.preloadedLibrary, $0) }
            }
        }
        return found
    }

    private func libraries(in list: String) -> [String] {
        list.split { $0 == ":" || $0.isWhitespace }.map(String.init).filter { !isOfValgrind($0) }
    }

    /// Valgrind brings its own, which only root could have put there.
    private func isOfValgrind(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last, name.hasPrefix(Probes.valgrind.text), path.hasPrefix("/"),
            (try? system.status(of: path))??.owner == 0
        else { return false }
        return (try? WriteAccess(system: system).opening(of: path)) == .some(nil)
    }
}

/// Notices libraries that the system loads into every program.
package struct SystemPreloadDetector: IntegrityDetecting {
    let system: any SystemReading

    package var violation: IntegrityViolation { .device }

    package init(system: any SystemReading) {
        self.system = system
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        guard let list = try system.contents(of: Probes.systemPreload.text, limit: 1 << 20) else { return [] }
        // ld.so(8): names with blanks or colons between them; glibc takes comments for none.
        return String(decoding: list, as: UTF8.self).split(whereSeparator: \.isNewline)
            .flatMap { $0.prefix { $0 != "#" }.split { $0 == ":" || $0.isWhitespace } }
            .map { IntegrityFinding(.systemPreload, String($0)) }
    }
}

/// Notices what is mapped into the program and isn't a library of the system.
package struct MapsDetector: IntegrityDetecting {
    /// Where only root replaces what is loaded: an upgrade leaves a file there without a name.
    private static let ofSystem = ["/usr/", "/lib/", "/lib64/", "/lib32/", "/opt/"]

    let system: any SystemReading

    package var violation: IntegrityViolation { .device }

    package init(system: any SystemReading) {
        self.system = system
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        let path = Probes.maps.text
        guard let text = try system.contents(of: path, limit: 1 << 24) else { throw ProbeFailure(path, code: ENOENT) }
        let own = try? ProgramFile(system: system).name, access = WriteAccess(system: system)
        var found: [IntegrityFinding] = []
        for file in MemoryMap(text).files where ![file.path, file.name].contains(own) || isOfMemory(file) {
            if isInjected(file) {
                let finding = IntegrityFinding(.injectedCode, file.path)
                // Each is mapped several times, with other rights.
                if !found.contains(finding) { found.append(finding) }
            } else if file.isExecutable, !file.isDeleted, ((try? access.opening(of: file.path)) ?? nil) != nil {
                found.append(IntegrityFinding(.writableLibrary, file.path))
            }
        }
        return found
    }

    private func isOfMemory(_ file: MemoryMap.Entry) -> Bool { file.path.hasPrefix(Probes.memory.text) }

    private func isInjected(_ file: MemoryMap.Entry) -> Bool {
        // Only the name of the file: Frida is also what people are called, and so are their folders.
        let name = file.path.split { $0 == "/" || $0 == ":" }.last?.lowercased() ?? ""
        if Probes.injectors.contains(where: name.hasPrefix) { return true }
        guard file.isExecutable, file.isDeleted, file.path != "/dev/zero" else { return false }
        return !Self.ofSystem.contains(where: file.path.hasPrefix)
    }
}
