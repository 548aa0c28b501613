import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What `make install` and `make package` lay out (Tools/package).
struct InstallingTests {
    private static let scripts = Programs.root + "/Tools/package"
    private let folder: TemporaryFolder
    private var root: String { folder.path(of: "root") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func programs() throws -> String {
        String(try Programs.essentiald.dropLast("/essentiald".count))
    }

    private func run(
        _ command: String, _ arguments: [String], _ more: [String: String] = [:],
        location: SourceLocation = #_sourceLocation
    ) async throws -> String {
        let outcome = try await ChildProcess.run(
            command, arguments, environment: Surroundings.variables.merging(more) { $1 }, directory: folder.path)
        #expect(
            outcome.exit == .status(0), "\(command) \(arguments): \(outcome.errorText)\(outcome.outputText)",
            sourceLocation: location)
        return outcome.outputText
    }

    @discardableResult
    private func install(_ program: String) async throws -> String {
        try await run(
            Self.scripts + "/install.sh", [program, programs()], ["DESTDIR": root, "PREFIX": "/opt/essential"])
    }

    private func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }

    // MARK: - In place

    @Test(.requirement("OPS-01"), arguments: ["essential", "essentiald"])
    func pagesAndCompletionsAreWhatTheProgramSays(program: String) async throws {
        try await install(program)
        let share = root + "/opt/essential/share", installed = root + "/opt/essential/bin/" + program
        for (language, place) in [("en", "man"), ("es", "man/es")] {
            let page = try await run("gzip", ["-dc", "\(share)/\(place)/man1/\(program).1.gz"])
            let said = try await run(installed, ["manual", "--language", language], ["HOME": "/nonexistent"])
            #expect(page == said && page.hasPrefix(".TH"))
            let complaints = try await ChildProcess.run(
                "groff", ["-man", "-ww", "-z", "-K", "utf8"], input: page, environment: Surroundings.variables)
            #expect(complaints.errorText.isEmpty)
        }
        for (shell, place) in [
            ("bash", "bash-completion/completions/\(program)"), ("zsh", "zsh/site-functions/_\(program)"),
            ("fish", "fish/vendor_completions.d/\(program).fish"),
        ] {
            #expect(try await run(installed, ["completions", shell]) == text(share + "/" + place))
        }
    }

    @Test func theDesktopShowsTheSignOfTheProduct() async throws {
        try await install("essential")
        let share = root + "/opt/essential/share"
        let server = try await Server(data: folder.path(of: "data"))
        let icon = try await server.ask("GET", "/icon.svg")
        #expect(icon?.text == (try text(share + "/icons/hicolor/scalable/apps/essential.svg")))
        #expect(try text(share + "/applications/essential.desktop").contains("\nIcon=essential\n"))
        #expect(await server.stop() == .status(0))
    }

    @Test func aConfigurationThatSomebodyWroteStays() async throws {
        try await install("essentiald")
        let path = root + "/etc/essentiald/essentiald.json5"
        let first = try await Server.run("config", "--config", path, data: folder.path(of: "data"))
        #expect(first.exit == .status(0), "\(first.errorText)")
        try Data("{ log: { level: 'notice' } }".utf8).write(to: URL(filePath: path))
        try await install("essentiald")
        #expect(try text(path) == "{ log: { level: 'notice' } }")
    }

    @Test(.requirement("PROC-12"), arguments: ["essential", "essentiald"])
    func theChangelogKnowsTheVersion(program: String) async throws {
        let version = try await run(programs() + "/" + program, ["version"]).split(whereSeparator: \.isWhitespace).last
        #expect(try text(Programs.root + "/CHANGELOG.md").contains("\n## [\(version ?? "")]"))
    }

    @Test func aProgramThatIsNotBuiltIsToldAndNothingIsInstalled() async throws {
        let outcome = try await ChildProcess.run(
            Self.scripts + "/install.sh", ["essentiald", folder.path(of: "bin")],
            environment: Surroundings.variables.merging(["DESTDIR": root]) { $1 })
        #expect(outcome.exit == .status(1) && outcome.errorText.contains("make build"))
        #expect(!FileManager.default.fileExists(atPath: root))
    }

    // MARK: - The unit

    @Test(.requirement("OPS-01")) func theUnitIsRightAndItsSandboxTight() async throws {
        try await install("essentiald")
        let unit = root + "/opt/essential/lib/systemd/system/essentiald.service"
        #expect(try text(unit).contains("\nExecStart=/opt/essential/bin/essentiald serve "))
        let pages = "/opt/essential/share/doc/essentiald/docs"
        #expect(try text(unit).contains(" file:\(pages)/operating.md\n"))
        #expect(try text(root + pages + "/operating.md").contains("\n## "))
        #expect(try text(root + pages + "/features/audit.md").contains("verify.py"))
        // 1.5 of 10, where 10 is no protection at all.
        _ = try await run("systemd-analyze", ["security", "--offline=yes", "--threshold=15", "--no-pager", unit])
        let port = unit + ".d/port-443.conf"
        try FileManager.default.createDirectory(atPath: unit + ".d", withIntermediateDirectories: false)
        try FileManager.default.copyItem(
            atPath: root + "/opt/essential/share/doc/essentiald/examples/port-443.conf", toPath: port)
        _ = try await run("systemd-analyze", ["security", "--offline=yes", "--threshold=20", "--no-pager", unit])
    }

    // MARK: - Packages

    /// The programs under test may be linked with libraries of the toolchain, of which
    /// no package tells.
    private static let quick = [
        "LEVEL": "1", "SHLIBDEPS": "--ignore-missing-info", "SOURCE_DATE_EPOCH": "1700000000",
    ]

    @Test(.requirement("OPS-01", "OPS-09")) func twoPackagesOfTheSameAreEqual() async throws {
        var sums: [String] = []
        for (name, more) in [("one", ["TZ": "Asia/Tokyo"]), ("two", ["LC_ALL": "C", "LANGUAGE": "es"])] {
            let target = folder.path(of: name)
            _ = try await run(
                Self.scripts + "/package.sh", [programs(), target, "essentiald"],
                Self.quick.merging(more) { $1 })
            let files = try FileManager.default.contentsOfDirectory(atPath: target).sorted()
            #expect(files.count == 2)
            sums.append(try await run("env", ["-C", target, "sha256sum"] + files))
        }
        #expect(sums.first == sums.last)
    }

    /// As dpkg does it, in a folder that stands for a system, since no test changes
    /// the machine.
    @Test(.requirement("OPS-01"), .enabled(if: geteuid() == 0, "dpkg gives files to their owners"))
    func removingKeepsDataAndPurgingDoesNot() async throws {
        let target = folder.path(of: "packages"), data = root + "/var/lib/essentiald"
        let output = try await run(Self.scripts + "/package.sh", [programs(), target, "essentiald"], Self.quick)
        let package = try #require(output.split(separator: "\n").first { $0.hasSuffix(".deb") }.map(String.init))
        let fields = try await run("dpkg-deb", ["--field", package])
        for word in ["libmicrohttpd12 (>= ", "libsqlite3-0 (>= ", "Recommends: ca-certificates, libgd3 "] {
            #expect(fields.contains(word), "\(fields)")
        }
        for part in ["info", "updates", "triggers"] {
            try FileManager.default.createDirectory(
                atPath: root + "/var/lib/dpkg/" + part, withIntermediateDirectories: true)
        }
        try Data().write(to: URL(filePath: root + "/var/lib/dpkg/status"))
        func dpkg(_ words: String...) async throws {
            let forced = ["--force-depends", "--force-script-chrootless", "--log=/dev/null"]
            _ = try await run("dpkg", ["--root=" + root] + forced + words, ["PATH": Self.path])
        }
        try await dpkg("--install", package)
        #expect(try text(root + "/etc/passwd").contains("essentiald:"))
        let owner = try await run("stat", ["-c", "%a %u", data]).split(separator: "\n").first
        #expect(owner?.hasPrefix("700 ") == true && owner != "700 0")
        #expect(try await run("stat", ["-c", "%a %u", root + "/etc/essentiald/secrets"]) == "700 0\n")
        let wanted = root + "/etc/systemd/system/multi-user.target.wants/essentiald.service"
        #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: wanted)) != nil)

        try Data("kept".utf8).write(to: URL(filePath: data + "/essentiald.sqlite"))
        try await dpkg("--install", package)
        try await dpkg("--remove", "essentiald")
        #expect(!FileManager.default.fileExists(atPath: root + "/usr/bin/essentiald"))
        #expect(try text(data + "/essentiald.sqlite") == "kept")
        #expect(FileManager.default.fileExists(atPath: root + "/etc/essentiald/essentiald.json5"))
        try await dpkg("--purge", "essentiald")
        for path in [data, root + "/etc/essentiald", wanted] {
            #expect(!FileManager.default.fileExists(atPath: path), "\(path)")
        }
    }

    private static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
}
