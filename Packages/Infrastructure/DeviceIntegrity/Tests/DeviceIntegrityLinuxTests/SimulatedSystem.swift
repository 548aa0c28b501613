import DeviceIntegrityAPI
import DeviceIntegrityLinux

/// A system that has what a test says.
struct SimulatedSystem: SystemReading {
    var user: UInt32 = 1_000
    var files: [String: [UInt8]] = [:]
    var statuses: [String: FileStatus] = [:]
    var folders: [String: [String]] = [:]
    var links: [String: String] = [:]
    var failures: [String: Int32] = [:]

    /// A person's session on Debian, with a program that was installed.
    static var session: SimulatedSystem {
        var system = SimulatedSystem()
        system.links["/proc/self/exe"] = "/usr/bin/essential"
        for path in ["/", "/usr", "/usr/bin", "/usr/lib", "/usr/lib/x86_64-linux-gnu", "/home"] {
            system.statuses[path] = .folder(owner: 0)
        }
        system.statuses["/usr/bin/essential"] = .file(owner: 0, mode: 0o755)
        system.statuses["/usr/lib/x86_64-linux-gnu/libc.so.6"] = .file(owner: 0, mode: 0o755)
        system.statuses["/home/ana"] = .folder(owner: 1_000)
        system["/proc/self/uid_map"] = "         0          0 4294967295\n"
        system["/proc/1/cgroup"] = "0::/init.scope\n"
        system["/proc/self/environ"] = "HOME=/home/ana\0PATH=/usr/bin\0LANG=es_ES.UTF-8\0"
        system["/proc/self/status"] = "Name:\tessential\nState:\tR (running)\nTracerPid:\t0\nUid:\t1000\t1000\n"
        system["/proc/self/maps"] = """
            55d0c0000000-55d0c0100000 r--p 00000000 fd:00 12                         /usr/bin/essential
            55d0c0100000-55d0c0200000 r-xp 00100000 fd:00 12                         /usr/bin/essential
            55d0c1000000-55d0c1021000 rw-p 00000000 00:00 0                          [heap]
            7f0000000000-7f0000022000 r--p 00000000 fd:00 34                         /usr/lib/x86_64-linux-gnu/libc.so.6
            7f0000022000-7f000017a000 r-xp 00022000 fd:00 34                         /usr/lib/x86_64-linux-gnu/libc.so.6
            7f0000200000-7f0000210000 rw-p 00000000 00:00 0
            7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                          [stack]
            7ffc00100000-7ffc00102000 r-xp 00000000 00:00 0                          [vdso]

            """
        return system
    }

    subscript(path: String) -> String {
        get { String(decoding: files[path] ?? [], as: UTF8.self) }
        set { files[path] = Array(newValue.utf8) }
    }

    func contents(of path: String, limit: Int) throws(ProbeFailure) -> [UInt8]? {
        if let code = failures[path] { throw ProbeFailure(path, code: code) }
        guard files[path]?.count ?? 0 <= limit else { throw ProbeFailure(path, code: 27) }
        return files[path]
    }

    func status(of path: String) throws(ProbeFailure) -> FileStatus? {
        if let code = failures[path] { throw ProbeFailure(path, code: code) }
        return statuses[path]
    }

    func names(in folder: String) throws(ProbeFailure) -> [String] { folders[folder] ?? [] }

    func target(of link: String) throws(ProbeFailure) -> String {
        guard let target = links[link] else { throw ProbeFailure(link, code: 2) }
        return target
    }
}

extension FileStatus {
    static func folder(owner: UInt32, group: UInt32? = nil, mode: UInt32 = 0o755) -> FileStatus {
        FileStatus(owner: owner, group: group ?? owner, mode: 0o040_000 | mode)
    }

    static func file(owner: UInt32, group: UInt32? = nil, mode: UInt32 = 0o644) -> FileStatus {
        FileStatus(owner: owner, group: group ?? owner, mode: 0o100_000 | mode)
    }
}
