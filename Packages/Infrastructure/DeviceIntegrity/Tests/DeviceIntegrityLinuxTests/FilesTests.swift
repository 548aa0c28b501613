import DeviceIntegrityAPI
import DeviceIntegrityLinux
import KernelTesting
import Testing

/// What is noticed of files and mappings, in surroundings that are simulated.
struct FilesTests {
    private var system = SimulatedSystem.session

    private func maps(_ lines: String..., in system: SimulatedSystem? = nil) async throws
        -> [IntegrityFinding]
    {
        var system = system ?? self.system
        system["/proc/self/maps"] += lines.map { "7f1000000000-7f1000001000 \($0)\n" }.joined()
        return try await MapsDetector(system: system).detect()
    }

    private func writable(_ system: SimulatedSystem) async throws -> [IntegrityFinding] {
        try await WritableDetector(
            system: system, configuration: ["/home/ana/policy.json5"]
        ).detect()
    }

    @Test(
        .requirement("DEVINT-01", "TAMPER-06", "DEVINT-05"),
        arguments: [
            "/usr/lib/frida-agent-64.so", "/tmp/Frida-Gadget.so", "/opt/libfrida-core.so", "/memfd:frida-agent-64.so",
            "/home/ana/libgadget.so", "/x/linjector-12",
        ])
    func noticesToolsOfInjection(_ path: String) async throws {
        #expect(
            try await maps("r--p 00000000 fd:00 7    \(path)", "r-xp 00000000 fd:00 7    \(path)")
                == [IntegrityFinding(.injectedCode, path)])
    }

    @Test(.requirement("DEVINT-01", "TAMPER-06", "DEVINT-05"))
    func noticesCodeThatIsInNoFile() async throws {
        for path in ["/memfd:x", "/tmp/with blanks and\\012lines.so", "/home/ana/Библиотека.so"] {
            #expect(
                try await maps("r-xp 00000000 00:01 7   \(path) (deleted)") == [IntegrityFinding(.injectedCode, path)])
        }
    }

    @Test(.requirement("DEVINT-02", "DEVINT-05"))
    func whatAnUpgradeLeavesIsNoInjection() async throws {
        #expect(try await maps("r-xp 00000000 fd:00 7   /usr/lib/x86_64-linux-gnu/libcurl.so.4 (deleted)") == [])
        #expect(try await maps("rw-p 00000000 00:01 7   /memfd:data (deleted)") == [])
        #expect(try await maps("r-xp 00000000 00:01 7   /dev/zero (deleted)") == [])
        var system = system
        system.links["/proc/self/exe"] = "/home/ana/bin/essential (deleted)"
        #expect(try await maps("r-xp 00000000 fd:00 7   /home/ana/bin/essential (deleted)", in: system) == [])
        // The program may be called so.
        system.statuses["/home/ana/bin/essential (deleted)"] = .file(owner: 1_000)
        #expect(try await maps("r-xp 00000000 fd:00 7   /home/ana/bin/essential (deleted)", in: system) == [])
    }

    @Test(.requirement("DEVINT-01"))
    func aProgramOfMemoryIsNoFile() async throws {
        var system = system
        system.links["/proc/self/exe"] = "/memfd:essential (deleted)"
        #expect(
            try await maps("r-xp 00000000 00:01 7   /memfd:essential (deleted)", in: system)
                == [IntegrityFinding(.injectedCode, "/memfd:essential")])
    }

    @Test(.requirement("DEVINT-02"))
    func peopleMayBeCalledFrida() async throws {
        var system = system
        system.links["/proc/self/exe"] = "/home/frida/frida-builds/essential"
        system.statuses["/home/frida/frida-builds/essential"] = .file(owner: 1_000, mode: 0o755)
        #expect(try await maps("r-xp 00000000 fd:00 7   /home/frida/frida-builds/essential", in: system) == [])
        #expect(try await maps("r-xp 00000000 fd:00 7   /home/frida/lib/libm.so", in: system) == [])
    }

    @Test(.requirement("DEVINT-05"))
    func readsMapsOfAnyLengthAndForm() async throws {
        var system = system
        system["/proc/self/maps"] += String(
            repeating: "7f1000000000-7f1000001000 r-xp 00000000 fd:00 7   /usr/lib/x86_64-linux-gnu/libc.so.6\n",
            count: 50_000)
        system["/proc/self/maps"] += "\n \nnothing\n0-1\n0-1 r-xp 0 0 0 \n0-1 r-xp 0 0 0 [anon: /x]\n0-1 r 0 0 0 /x"
        #expect(try await MapsDetector(system: system).detect() == [])
    }

    @Test(.requirement("DEVINT-01", "DEVINT-05"))
    func noticesALibraryThatOthersCanReplace() async throws {
        var system = system
        system.statuses["/srv"] = .folder(owner: 0)
        system.statuses["/srv/l.so"] = .file(owner: 0, mode: 0o777)
        let line = "r-xp 00000000 fd:00 7   /srv/l.so"
        #expect(try await maps(line, in: system) == [IntegrityFinding(.writableLibrary, "/srv/l.so")])
        #expect(try await maps("r--p 00000000 fd:00 7   /srv/l.so", in: system) == [])
        system.statuses["/srv/l.so"] = .file(owner: 1_001)
        #expect(try await maps(line, in: system) == [IntegrityFinding(.writableLibrary, "/srv/l.so")])
        system.statuses["/.dockerenv"] = .file(owner: 0)
        #expect(try await maps(line, in: system) == [])
    }

    @Test(
        .requirement("DEVINT-01", "DEVINT-05"),
        arguments: [
            ("/usr/bin/essential", FileStatus.file(owner: 0, mode: 0o757)),
            ("/usr/bin/essential", .file(owner: 0, group: 1_000, mode: 0o775)),
            ("/usr/bin/essential", .file(owner: 1_001)),
            ("/usr/bin", .folder(owner: 0, mode: 0o777)), ("/usr", .folder(owner: 0, group: 100, mode: 0o775)),
            ("/usr", .folder(owner: 1_001)), ("/", .folder(owner: 0, mode: 0o777)),
        ])
    func noticesAProgramThatOthersCanReplace(_ path: String, _ status: FileStatus) async throws {
        var system = system
        system.statuses[path] = status
        #expect(try await writable(system) == [IntegrityFinding(.writableProgram, path)])
    }

    @Test(
        .requirement("DEVINT-02", "DEVINT-05"),
        arguments: [
            // Of the person, of their own group, of Debian's staff, and of somebody who has no number here.
            ("/usr/bin/essential", FileStatus.file(owner: 1_000)),
            ("/usr/bin/essential", .file(owner: 1_000, mode: 0o775)),
            ("/usr/bin", .folder(owner: 0, group: 50, mode: 0o2775)),
            ("/usr/bin", .folder(owner: 65_534, group: 65_534, mode: 0o775)),
            // As in /tmp, everybody has their own.
            ("/usr/bin", .folder(owner: 0, mode: 0o1777)),
        ])
    func aProgramOfOnesOwnIsSound(_ path: String, _ status: FileStatus) async throws {
        var system = system
        system.statuses[path] = status
        #expect(try await writable(system) == [])
    }

    @Test(.requirement("DEVINT-01"))
    func noticesAConfigurationThatOthersCanChange() async throws {
        var system = system
        system.statuses["/home/ana/policy.json5"] = .file(owner: 1_000, mode: 0o646)
        #expect(
            try await writable(system) == [IntegrityFinding(.writableConfiguration, "/home/ana/policy.json5")])
    }

    @Test(.requirement("DEVINT-02"))
    func aProgramWithoutANameHasNoFolder() async throws {
        var system = system
        system.links["/proc/self/exe"] = "/usr/bin/essential.old (deleted)"
        system.statuses["/usr/bin"] = .folder(owner: 0, mode: 0o777)
        #expect(try await writable(system) == [])
        // A name may end like that.
        system.statuses["/usr/bin/essential.old (deleted)"] = .file(owner: 0)
        #expect(try await writable(system) == [IntegrityFinding(.writableProgram, "/usr/bin")])
    }

    @Test(.requirement("DEVINT-01", "DEVINT-05"))
    func noticesALooseVault() async throws {
        var system = system
        let detect = { (system: SimulatedSystem) in
            try await VaultDetector(system: system, folder: "/home/ana/vault").detect()
        }
        system.folders["/home/ana/vault"] = ["header", "key"]
        system.statuses["/home/ana/vault"] = .folder(owner: 1_000, mode: 0o700)
        system.statuses["/home/ana/vault/header"] = .file(owner: 1_000, mode: 0o600)
        system.statuses["/home/ana/vault/key"] = .file(owner: 1_000, mode: 0o644)
        #expect(try await detect(system) == [])
        system.statuses["/home/ana/vault"] = .folder(owner: 1_000, mode: 0o711)
        #expect(
            try await detect(system)
                == ["/home/ana/vault", "/home/ana/vault/key"].map { IntegrityFinding(.looseVault, $0) })
        system.statuses["/home/ana/vault"] = .folder(owner: 1_001, mode: 0o700)
        #expect(try await detect(system).first == IntegrityFinding(.looseVault, "/home/ana/vault"))
    }
}
