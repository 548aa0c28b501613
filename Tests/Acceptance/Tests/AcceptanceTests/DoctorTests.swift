import FoundationEssentials
import Glibc
import KernelTesting
import Testing

/// What is wrong with a server is found and told with what mends it, and nothing is found where nothing is wrong.
struct DoctorTests {
    @Test(.requirement("OPS-07")) func aSoundServerHasNoFinding() async throws {
        let stage = try await DoctorStage()
        let before = try await stage.everything()
        let stopped = try await stage.examine()
        #expect(stopped.faults.isEmpty && stopped.outcome.exit == .status(0), "\(stopped.findings)")
        // Nothing was made or changed, not even beside the database.
        #expect(try await stage.everything() == before)
        #expect(try await stage.text().contains("Nothing is wrong with the server"))

        let server = try await stage.serve()
        let running = try await stage.examine()
        #expect(running.faults.isEmpty, "\(running.findings)")
        #expect(await server.stop() == .status(0))
        let killed = try await stage.serve()
        _ = try await killed.ask("POST", "/auth/login", json: Person.ana.login)
        await killed.kill()
        let left = try await stage.everything()
        #expect(try await stage.examine().faults.isEmpty)
        // The index of its log is memory that outlives it, and no data.
        let (then, now) = (left, try await stage.everything())
        #expect(Self.data(then) == Self.data(now))
    }

    private static func data(_ listing: String) -> [Substring] {
        listing.split(separator: "\n").filter { !$0.contains("-shm") }
    }

    @Test(.requirement("OPS-07")) func moreThanTwentyKindsOfFaultsAreSeeded() {
        #expect(DoctorFault.all.count >= 20)
        #expect(Set(DoctorFault.all.map(\.testDescription)).count == DoctorFault.all.count)
    }

    @Test(.requirement("OPS-07"), arguments: DoctorFault.all)
    func aFaultIsFoundWithWhatMendsIt(_ fault: DoctorFault) async throws {
        let stage = try await DoctorStage()
        let arguments = try await fault.seed(stage)
        let before = try await stage.everything()
        let report = try await stage.examine(arguments)
        #expect(report.faults.contains(fault.code), "\(report.findings)")
        #expect(report.outcome.exit == .status(1))
        for word in fault.words {
            #expect(report.words(of: fault.code).contains(word), "\(word): \(report.words(of: fault.code))")
        }
        let remedies = report.findings.filter { $0["code"]?.text == fault.code }.map { $0["remedy"]?.text }
        #expect(remedies.allSatisfy { $0?.isEmpty == false }, "\(report.findings)")
        #expect(try await stage.everything() == before, "nothing is made, migrated or removed")
    }

    @Test(.requirement("OPS-07")) func aPersonReadsItInTwoLanguagesWithCommandsForThatServer() async throws {
        let stage = try await DoctorStage()
        // One word, whatever it is called.
        try await stage.shell("mv data 'my data'; mkdir -m 700 'no backups'")
        let data = stage.folder.path(of: "my data")
        let arguments = ["--data", data, "--backup.folder", stage.folder.path(of: "no backups")]
        let english = try await stage.text(arguments), spanish = try await stage.text(arguments + ["--language", "es"])
        #expect(english != spanish && english.contains("To be mended") && spanish.contains("Por remediar"))
        for text in [english, spanish] {
            #expect(text.contains(/essentiald backup create .* --data '[^']*my data'/), "\(text)")
        }
    }

    @Test(.requirement("OPS-07")) func aServerAtAnotherAddressIsFound() async throws {
        let stage = try await DoctorStage()
        let server = try await stage.serve(port: Ports.next())
        let report = try await stage.examine()
        #expect(report.words(of: "server_elsewhere").contains("systemctl restart"), "\(report.findings)")
        let other = try await Server(data: stage.folder.path(of: "other"), ["--mail.transport", "outbox"])
        _ = await other.stop()
        let silent = try SilentPort()
        let taken = try await stage.examine(["--server.listen", "127.0.0.1:\(silent.number)"])
        #expect(taken.words(of: "address_of_another").contains("ss --listening"), "\(taken.findings)")
        #expect(await server.stop() == .status(0))
    }

    /// What the server itself knows of its parts is asked of it.
    @Test(.requirement("OPS-07")) func whatARunningServerSaysOfItsPartsIsTold() async throws {
        let stage = try await DoctorStage()
        let server = try await stage.serve()
        try await stage.shell("for f in $(find data/images -type f -path '*/??/*'); do echo x > $f; done")
        let picture = try await SeededData.shared.picture
        _ = try await server.ask("GET", "/image/\(picture)")
        let report = try await stage.examine()
        #expect(report.faults.contains("health_pictures"), "\(report.findings)")
        #expect(report.words(of: "health_pictures").contains("restore them from a backup"))
        #expect(await server.stop() == .status(0))
    }

    @Test(.requirement("OPS-07")) func aClockThatIsBehindIsFound() async throws {
        let clock = try await ShiftedClock(), stage = try await DoctorStage()
        try clock.setTimeOfDay(daysOff: -3)
        let behind = try await stage.examine(environment: clock.environment)
        #expect(behind.words(of: "clock_wrong").contains("timedatectl set-ntp true"), "\(behind.findings)")
        #expect(!behind.faults.contains("backup_old"))
        try clock.setTimeOfDay(daysOff: 3)
        let ahead = try await stage.examine(environment: clock.environment)
        #expect(ahead.words(of: "clock_wrong").contains("essentiald clock accept"), "\(ahead.findings)")
        #expect(ahead.words(of: "backup_old").contains("essentiald backup create"), "\(ahead.findings)")
    }

    @Test(.requirement("OPS-07"), .enabled(if: SmallDisk.isAllowed)) func aDiskThatHasNoRoomOrIsReadOnlyIsFound()
        async throws
    {
        let stage = try await DoctorStage(), disk = try SmallDisk(mebibytes: 100)
        try await stage.shell("cp -a data '\(disk.path)/data'")
        let on = ["--data", disk.path + "/data"]
        let small = try await stage.examine(on)
        #expect(small.words(of: "disk_nearly_full").contains("journalctl --vacuum-size"), "\(small.findings)")
        try disk.makeReadOnly()
        let stuck = try await stage.examine(on)
        #expect(stuck.words(of: "data_folder").contains(disk.path), "\(stuck.findings)")
    }
}
