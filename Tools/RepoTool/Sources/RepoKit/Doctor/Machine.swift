package import Foundation
import Glibc

/// What was found on a machine.
package struct Machine: Sendable {
    /// The first line of `swift --version`; nil without a toolchain.
    package var swiftVersion: String?
    /// Where programs are, by name.
    package var programs: [String: String] = [:]
    /// The versions of C libraries, by the name that `pkg-config` knows.
    package var libraries: [String: String] = [:]
    /// Where headers are, by the name that sources include.
    package var headers: [String: String] = [:]
    /// Where modules of Python are, by name.
    package var pythonModules: [String: String] = [:]
    /// Files and folders that are there, by their paths.
    package var files: Set<String> = []
    /// Bytes that are free where the repository is.
    package var freeDisk: Int64 = 0
    /// Bytes of memory.
    package var memory: Int64 = 0
    /// Bytes that are free in `/dev/shm`; nil when there is none.
    package var freeSharedMemory: Int64?
    /// The value that decides about characters: of `LC_ALL`, `LC_CTYPE` and
    /// `LANG` the first that is set.
    package var locale: String?
    /// How many files a process may have open.
    package var openFiles: UInt64 = 0

    package init() {}

    /// Looks at this machine.
    package init(lookingFor prerequisites: [Prerequisite], from root: URL) async {
        let environment = ProcessInfo.processInfo.environment
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        programs["swift"] = Self.find("swift", in: folders)
        swiftVersion = try? await Subprocess.run(["swift", "--version"]).text.split(separator: "\n").first.map(
            String.init)
        for prerequisite in prerequisites {
            switch prerequisite.evidence {
            case .program(let name): programs[name] = Self.find(name, in: folders)
            case .python(let name):
                pythonModules[name] = await Self.output(of: [
                    "python3", "-c", "import \(name); print(\(name).__file__)",
                ])
            case .file(let path): if FileManager.default.fileExists(atPath: path) { files.insert(path) }
            case .library(let name, let header):
                libraries[name] = await Self.output(of: ["pkg-config", "--modversion", name])
                let folder =
                    await Self.output(of: ["pkg-config", "--variable=includedir", name]) ?? "/usr/include"
                headers[header] = Self.find(header, in: [folder, "/usr/include"], isProgram: false)
            }
        }
        freeDisk = Self.freeBytes(at: root.path) ?? 0
        memory = Int64(clamping: ProcessInfo.processInfo.physicalMemory)
        freeSharedMemory = Self.freeBytes(at: "/dev/shm")
        locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        var limit = rlimit()
        unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        openFiles = UInt64(limit.rlim_cur)
    }

    private static func find(_ name: String, in folders: [String], isProgram: Bool = true) -> String? {
        folders.map { $0 + "/" + name }.first { path in
            isProgram
                ? FileManager.default.isExecutableFile(atPath: path) : FileManager.default.fileExists(atPath: path)
        }
    }

    private static func output(of command: [String]) async -> String? {
        guard let result = try? await Subprocess.run(command), result.status == 0 else { return nil }
        return result.text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private static func freeBytes(at path: String) -> Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
        return (attributes?[.systemFreeSize] as? NSNumber)?.int64Value
    }
}
