import DeviceIntegrityAPI
import DeviceIntegrityLinux
import KernelTesting
import Testing

/// What is noticed, and what isn't, in surroundings that are simulated.
struct SurroundingsTests {
    private var system = SimulatedSystem.session

    private func findings(in system: SimulatedSystem) async throws -> [IntegrityFinding] {
        let detectors: [any IntegrityDetecting] = [
            RootDetector(system: system), PreloadDetector(system: system), SystemPreloadDetector(system: system),
            MapsDetector(system: system),
            WritableDetector(
                system: system, configuration: ["/home/ana/policy.json5"]),
            VaultDetector(system: system, folder: "/home/ana/vault"), TracerDetector(system: system),
        ]
        var all: [IntegrityFinding] = []
        for detector in detectors {
            let found = try await detector.detect()
            #expect(found.allSatisfy { $0.kind.violation == detector.violation })
            all += found
        }
        return all
    }

    @Test(.requirement("DEVINT-02", "DEVINT-05"))
    func aSessionOfDebianIsSound() async throws {
        #expect(try await findings(in: system) == [])
    }

    @Test(.requirement("DEVINT-01", "DEVINT-05"))
    func noticesTheSuperuserOfAMachine() async throws {
        var system = system
        system.user = 0
        #expect(try await findings(in: system) == [IntegrityFinding(.root)])
    }

    @Test(
        .requirement("DEVINT-02", "DEVINT-05"),
        arguments: ["docker", "podman", "nspawn", "kubernetes", "group", "namespace", "ci"])
    func rootOfAContainerIsNobodysSuperuser(_ place: String) async throws {
        var system = system
        system.user = 0
        switch place {
        case "docker": system.statuses["/.dockerenv"] = .file(owner: 0)
        case "podman": system.statuses["/run/.containerenv"] = .file(owner: 0)
        case "nspawn": system["/proc/1/environ"] = "container=systemd-nspawn\0"
        case "kubernetes": system["/proc/1/environ"] = "KUBERNETES_SERVICE_HOST=10.0.0.1\0"
        case "group": system["/proc/1/cgroup"] = "12:pids:/docker/0af3\n"
        case "namespace": system["/proc/self/uid_map"] = "         0       1000          1\n"
        default: system["/proc/self/environ"] = "CI=true\0"
        }
        #expect(try await findings(in: system) == [])
    }

    /// Whoever starts the program chooses them.
    @Test(
        .requirement("DEVINT-02"),
        arguments: [
            "CI=\0", "CI=false\0", "CIVIL=1\0", "MYCI=1\0", "container=\0", "container=lxc\0",
            "KUBERNETES_SERVICE_HOST=10.0.0.1\0",
        ])
    func aVariableThatSaysNothingHidesNoRoot(_ variables: String) async throws {
        var system = system
        system.user = 0
        system["/proc/self/environ"] = variables
        #expect(try await findings(in: system) == [IntegrityFinding(.root)])
    }

    @Test(.requirement("DEVINT-01", "DEVINT-05"))
    func noticesPreloadedLibraries() async throws {
        var system = system
        system["/proc/self/environ"] = "A=LD_PRELOAD=x\0LD_PRELOAD=/tmp/ñandú.so:libeat.so /x y.so\0LD_AUDIT=/a.so\0"
        #expect(
            try await findings(in: system)
                == ["/tmp/ñandú.so", "libeat.so", "/x", "y.so", "/a.so"].map { IntegrityFinding(.preloadedLibrary, $0) }
        )
        system["/proc/self/environ"] = "LD_PRELOAD=\0LD_PRELOADED=/x.so\0"
        #expect(try await findings(in: system) == [])
        // As many variables as Linux lets anybody pass.
        let many = String(repeating: "A=" + String(repeating: "a", count: 65_533) + "\0", count: 95)
        system["/proc/self/environ"] = many + "LD_PRELOAD=/x.so\0"
        #expect(try await findings(in: system) == [IntegrityFinding(.preloadedLibrary, "/x.so")])
    }

    @Test(.requirement("DEVINT-02"))
    func valgrindIsToldApartByWhoseItsLibraryIs() async throws {
        var system = system
        let path = "/usr/libexec/valgrind/vgpreload_core-amd64-linux.so"
        system["/proc/self/environ"] = "LD_PRELOAD=\(path)\0"
        system.statuses["/usr/libexec"] = .folder(owner: 0)
        system.statuses["/usr/libexec/valgrind"] = .folder(owner: 0)
        system.statuses[path] = .file(owner: 0)
        #expect(try await findings(in: system) == [])
        system.statuses[path] = .file(owner: 1_000)
        #expect(try await findings(in: system) == [IntegrityFinding(.preloadedLibrary, path)])
        system.statuses[path] = .file(owner: 0)
        system.statuses["/usr/libexec/valgrind"] = .folder(owner: 0, mode: 0o777)
        #expect(try await findings(in: system) == [IntegrityFinding(.preloadedLibrary, path)])
        system["/proc/self/environ"] = "LD_PRELOAD=/tmp/vgpreload_mine.so\0"
        #expect(try await findings(in: system) == [IntegrityFinding(.preloadedLibrary, "/tmp/vgpreload_mine.so")])
    }

    @Test(.requirement("DEVINT-01", "DEVINT-05"))
    func noticesWhatTheSystemPreloads() async throws {
        var system = system
        system["/etc/ld.so.preload"] = "# for all\n/lib/a.so:/lib/b.so # and\n\n"
        #expect(
            try await findings(in: system) == ["/lib/a.so", "/lib/b.so"].map { IntegrityFinding(.systemPreload, $0) })
    }

    @Test(.requirement("DEVINT-01", "TAMPER-02", "DEVINT-05"))
    func noticesATracer() async throws {
        var system = system
        system["/proc/self/status"] = "Name:\tTracerPid:\t7\nTracerPid:\t4711\n"
        #expect(try await findings(in: system) == [IntegrityFinding(.tracer, "4711")])
        system["/proc/4711/comm"] = "gdb\n"
        #expect(try await findings(in: system) == [IntegrityFinding(.tracer, "gdb (4711)")])
    }

    @Test(.requirement("TAMPER-02"), arguments: ["", "Name:\tessential\n", "TracerPid:\tmany\n", "TracerPid:\n"])
    func aStatusWithoutATracerIsAFailedProbe(_ status: String) async throws {
        var system = system
        system["/proc/self/status"] = status
        await #expect(throws: ProbeFailure("/proc/self/status", code: 0)) {
            try await TracerDetector(system: system).detect()
        }
    }

    @Test(.requirement("TAMPER-02", "DEVINT-02"))
    func withoutProcNothingIsKnown() async throws {
        let system = SimulatedSystem()
        let detectors: [any IntegrityDetecting] = [
            PreloadDetector(system: system), MapsDetector(system: system),
            TracerDetector(system: system), WritableDetector(system: system, configuration: []),
        ]
        for detector in detectors {
            await #expect(throws: ProbeFailure.self) { try await detector.detect() }
        }
        var hidden = SimulatedSystem.session
        hidden.failures["/proc/self/environ"] = 13
        await #expect(throws: ProbeFailure("/proc/self/environ", code: 13)) {
            try await PreloadDetector(system: hidden).detect()
        }
    }
}
