package import DeviceIntegrityAPI
import Glibc

/// Notices that others can replace the program or what configures it.
package struct WritableDetector: IntegrityDetecting {
    let system: any SystemReading
    let configuration: [String]

    package var violation: IntegrityViolation { .device }

    /// - Parameter configuration: The absolute paths of the files that configure it; those that aren't there are passed
    ///   over.
    package init(system: any SystemReading, configuration: [String]) {
        self.system = system
        self.configuration = configuration
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        let access = WriteAccess(system: system)
        var found: [IntegrityFinding] = []
        if let path = try ProgramFile(system: system).path, let opening = try access.opening(of: path) {
            found.append(IntegrityFinding(.writableProgram, opening))
        }
        for path in configuration where try system.status(of: path) != nil {
            if let opening = try access.opening(of: path) {
                found.append(IntegrityFinding(.writableConfiguration, opening))
            }
        }
        return found
    }
}

/// Notices that others can get at the vault.
package struct VaultDetector: IntegrityDetecting {
    let system: any SystemReading
    let folder: String

    package var violation: IntegrityViolation { .device }

    /// - Parameter folder: The absolute path of the vault.
    package init(system: any SystemReading, folder: String) {
        self.system = system
        self.folder = folder
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        guard let status = try system.status(of: folder) else { return [] }
        var found = isLoose(status) ? [IntegrityFinding(.looseVault, folder)] : []
        // Who can't enter the folder doesn't get at its files.
        guard !found.isEmpty else { return [] }
        for name in try system.names(in: folder) {
            let path = folder + "/" + name
            if let status = try system.status(of: path), !status.isFolder, isLoose(status) {
                found.append(IntegrityFinding(.looseVault, path))
            }
            // One is enough to act on, and a vault may have thousands.
            if found.count > 4 { break }
        }
        return found
    }

    private func isLoose(_ status: FileStatus) -> Bool {
        status.mode & (S_IRWXG | S_IRWXO) != 0 || (status.owner != system.user && status.owner != 0)
    }
}

/// Notices another process that traces this one.
package struct TracerDetector: IntegrityDetecting {
    let system: any SystemReading

    package var violation: IntegrityViolation { .debugger }

    package init(system: any SystemReading) {
        self.system = system
    }

    package func detect() async throws(ProbeFailure) -> [IntegrityFinding] {
        let path = Probes.status.text, field = Probes.tracer.text
        guard let status = try system.contents(of: path, limit: 1 << 16) else {
            throw ProbeFailure(path, code: ENOENT)
        }
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(field) }
        guard let line, let tracer = UInt32(line.dropFirst(field.count).drop(while: \.isWhitespace)) else {
            throw ProbeFailure(path, code: 0)
        }
        guard tracer != 0 else { return [] }
        let name = (try? system.contents(of: "/proc/\(tracer)/comm", limit: 64)).flatMap { $0 } ?? []
        let text = String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return [IntegrityFinding(.tracer, text.isEmpty ? "\(tracer)" : "\(text) (\(tracer))")]
    }
}
