import Foundation
import RepoKit

enum DoctorCommand: Command {
    static let name = "doctor"
    static let summary = "say what this machine lacks to build and test, and how to get it"
    static let usage = """
        usage: repo doctor [--json] [--root FOLDER]

        Looks at the toolchain, the C libraries, the tools of the tests, disk, memory,
        locale and limits. The status is 1 when something that is needed is missing.
        """
    static let flags: Set<String> = ["--json"]

    private struct Report: Encodable {
        let ok: Bool
        let checks: [Diagnosis]
        let install: String?
    }

    static func run(_ arguments: Arguments) async throws -> Int32 {
        let list = try String(contentsOf: arguments.root.appending(path: Prerequisite.list), encoding: .utf8)
        let prerequisites = try Prerequisite.parse(list)
        let doctor = Doctor(prerequisites)
        let checks = doctor.examine(await Machine(lookingFor: prerequisites, from: arguments.root))
        let report = Report(
            ok: !checks.contains { $0.state == .missing }, checks: checks, install: doctor.installation(for: checks))
        if arguments.has("--json") {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(report), as: UTF8.self))
        } else {
            for check in checks { print(check) }
            if let install = report.install { print("\nAll at once, as root:\n    \(install)") }
            print(report.ok ? "\nThis machine has what is needed." : "\nSomething that is needed is missing.")
        }
        return report.ok ? 0 : 1
    }
}
