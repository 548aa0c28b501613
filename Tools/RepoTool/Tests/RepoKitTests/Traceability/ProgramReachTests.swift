import KernelTesting
import RepoKit
import Testing

struct ProgramReachTests {
    private let reach = ProgramReach(
        wiring: [
            SourceFile(
                path: "Apps/Server/Wiring.swift",
                text: "enum ServerFeatures { static func run() { host.install(MailPlugin.self, .init()) } }")
        ],
        shared: [
            SourceFile(
                path: "Packages/Mail/Sources/MailTesting/RunningMail.swift",
                text: "public struct RunningMail { public init() { box = MailPlugin.assemble(.init()).exports } }")
        ])

    private func tests(_ text: String, path: String = "Packages/Mail/Tests/MailTests/T.swift") -> [String] {
        reach.tests(in: [SourceFile(path: path, text: text)]).sorted()
    }

    @Test(
        .requirement("PROC-03"),
        arguments: [
            "try host.install(MailPlugin.self, .init())",
            "_ = MailPlugin.assemble(.init()).exports",
            "try ServerFeatures.run()",
            "let mail = RunningMail()",
        ])
    func aTestThatInstallsAPluginOfAProgramReachesIt(code: String) {
        #expect(tests("struct MailTests { @Test func sends() throws { \(code) } }") == ["MailTests/sends"])
    }

    @Test(
        .requirement("PROC-03"),
        arguments: [
            "let box = Mailbox()",
            "try host.install(OtherPlugin.self)",
            "let dependencies = MailPlugin.Dependencies()",
            "// host.install(MailPlugin.self)",
            "print(\"MailPlugin.self RunningMail\")",
        ])
    func aTestOfAPartDoesNot(code: String) {
        #expect(tests("struct MailTests { @Test func keeps() throws { \(code)\n } }").isEmpty)
    }

    @Test func itFollowsWhatTheTestUsesAndNothingElse() {
        let text = """
            struct MailTests {
                private let count = 1
                private func install(_ change: (inout Settings) -> Void = { _ in }) -> Exports {
                    host.install(MailPlugin.self)
                }
                private var installed: Exports { install() }
                @Test func directly() { install() }
                @Test(arguments: Self.all) func overAProperty(value: Int) { _ = installed }
                @Test func byAFixture() { Fixture().start() }
                @Test func bySomeOtherPart() { Fixture().stop() }
                @Test func notAtAll() { Mailbox(count) }
            }
            struct Fixture {
                func start() { RunningMail() }
                func stop() {}
            }
            struct Mailbox { func install() { MailPlugin.assemble() } }
            """
        #expect(tests(text) == ["MailTests/byAFixture", "MailTests/directly", "MailTests/overAProperty"])
    }

    @Test func whatASuiteMakesForEachTestCountsForEach() {
        let made = "struct MailTests { let mail = RunningMail()\n @Test func one() {}\n @Test func two() {} }"
        #expect(tests(made) == ["MailTests/one", "MailTests/two"])
        let initialized = """
            struct MailTests {
                let mail: Mail
                init(_ x: Int = .init()) throws { mail = try host.install(MailPlugin.self) }
                @Test func one() {}
            }
            extension MailTests { @Test func two() {} }
            """
        #expect(tests(initialized) == ["MailTests/one", "MailTests/two"])
    }

    @Test func testsOfBuiltProgramsNeedNoPlugin() {
        let text = "struct RunTests { @Test func runs() { Program.run() } }"
        #expect(tests(text, path: "Tests/Acceptance/Tests/AcceptanceTests/RunTests.swift") == ["RunTests/runs"])
        #expect(tests(text).isEmpty)
    }
}
