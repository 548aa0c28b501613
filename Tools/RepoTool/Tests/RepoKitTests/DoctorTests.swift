import Foundation
import RepoKit
import Testing

struct DoctorTests {
    private let prerequisites: [Prerequisite]
    private let doctor: Doctor
    private let healthy: Machine

    init() throws {
        prerequisites = try Prerequisite.parse(
            """
            # a comment
            libone-dev  library:one:one/one.h  a library
            peer        program:peerd          a server that tests talk to
            python3-x   python:x               for programs that tests talk to
            fonts-one   file:/usr/share/one    letters
            """)
        doctor = Doctor(prerequisites)
        var machine = Machine()
        machine.swiftVersion = "Swift version 6.3.1 (swift-6.3.1-RELEASE)"
        machine.programs = ["swift": "/opt/bin/swift", "peerd": "/usr/bin/peerd"]
        machine.libraries = ["one": "1.2"]
        machine.files = ["/usr/share/one"]
        machine.pythonModules = ["x": "/usr/lib/python3/x.py"]
        machine.headers = ["one/one.h": "/usr/include/one/one.h"]
        machine.freeDisk = 100 << 30
        machine.memory = 16 << 30
        machine.freeSharedMemory = 1 << 30
        machine.locale = "C.UTF-8"
        machine.openFiles = 20_000
        healthy = machine
    }

    private func state(of name: String, _ change: (inout Machine) -> Void) -> Diagnosis.State? {
        var machine = healthy
        change(&machine)
        return doctor.examine(machine).first { $0.name == name }?.state
    }

    @Test func aHealthyMachineIsTold() {
        let diagnoses = doctor.examine(healthy)
        #expect(diagnoses.allSatisfy { $0.state == .ok && $0.remedy == nil })
        #expect(diagnoses.first?.found == "6.3.1 at /opt/bin/swift")
        #expect(doctor.installation(for: diagnoses) == nil)
    }

    @Test(arguments: [
        ("Swift version 6.2.4 (swift-6.2.4-RELEASE)", Diagnosis.State.missing),
        ("Swift version 6.3 (swift-6.3-RELEASE)", .ok), ("Swift version 7.0-dev", .ok), ("nonsense", .missing),
    ])
    func theToolchainIsNotTooOld(version: String, state: Diagnosis.State) {
        #expect(self.state(of: "Swift") { $0.swiftVersion = version } == state)
    }

    @Test func aMachineWithNothingLacksWhatIsNeeded() {
        let diagnoses = doctor.examine(Machine())
        #expect(
            Set(diagnoses.filter { $0.state == .missing }.map(\.name)).isSuperset(of: [
                "Swift", "libone-dev", "peer", "python3-x",
            ]))
        #expect(diagnoses.allSatisfy { ($0.state == .ok) == ($0.remedy == nil) })
        #expect(doctor.installation(for: diagnoses) == "apt-get install libone-dev peer python3-x fonts-one")
    }

    @Test func aLibraryWithoutItsHeaderIsMissing() {
        #expect(state(of: "libone-dev") { $0.headers = [:] } == .missing)
        #expect(state(of: "libone-dev") { $0.libraries = [:] } == .missing)
    }

    @Test func littleRoomIsAWarningAndNoneAFailure() {
        #expect(state(of: "Free disk") { $0.freeDisk = 8 << 30 } == .warning)
        #expect(state(of: "Free disk") { $0.freeDisk = 1 << 30 } == .missing)
        #expect(state(of: "Memory") { $0.memory = 4 << 30 } == .warning)
        #expect(state(of: "/dev/shm") { $0.freeSharedMemory = 1 << 20 } == .warning)
        #expect(state(of: "/dev/shm") { $0.freeSharedMemory = nil } == .warning)
        #expect(state(of: "Open files") { $0.openFiles = 256 } == .missing)
    }

    @Test(arguments: [("es_ES.utf8", .ok), ("POSIX", .warning), (nil, .warning)] as [(String?, Diagnosis.State)])
    func textsNeedAllCharacters(locale: String?, state: Diagnosis.State) {
        #expect(self.state(of: "Locale") { $0.locale = locale } == state)
    }

    @Test(arguments: ["libone-dev library:one what", "peer program:peerd", "peer magic:peerd what"])
    func aLineOfTheListThatMeansNothingIsNamed(line: String) {
        let error = #expect(throws: Finding.self) { try Prerequisite.parse("# first\n\n" + line) }
        #expect(error?.line == 3)
    }

    @Test func theListOfTheRepositoryDescribesThisMachine() async throws {
        let root = CheckedOutRepository.root
        let list = try Prerequisite.parse(
            String(contentsOf: root.appending(path: Prerequisite.list), encoding: .utf8))
        let diagnoses = Doctor(list).examine(await Machine(lookingFor: list, from: root))
        // These tests were just built here: the toolchain is found, and so is git.
        for name in ["Swift", "git"] { #expect(diagnoses.first { $0.name == name }?.state == .ok) }
    }
}
