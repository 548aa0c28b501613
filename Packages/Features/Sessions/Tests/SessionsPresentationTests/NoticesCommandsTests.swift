import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import SessionsAPI
import SessionsPresentation
import SessionsTesting
import Testing

struct NoticesCommandsTests {
    private static let stranger = SessionID(UUID()), time = Date(timeIntervalSince1970: 0)
    private let list = SecurityNoticeListFake([
        KeptSecurityNotice(
            id: 7,
            SecurityNotice(
                .suspiciousAccess(stranger, device: "phone", location: "Lima", reasons: ["new_device"]),
                happenedAt: time),
            device: "phone\u{1B}[31m", location: "Lima", isSeen: false, isSuspicious: true),
        KeptSecurityNotice(id: 5, SecurityNotice(.passwordChanged, happenedAt: time), isSeen: true),
    ])

    private func runner(
        _ list: SecurityNoticeListFake, proving: (any Reauthenticating)? = nil
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            SessionsPresentationPlugin.self,
            .init(management: SessionManagingSpy(), notices: SecurityNoticesStub(), noticeList: list, proving: proving))
        return CommandRunner(try host.composed())
    }

    @Test(
        .requirement("SESS-11", "SESS-12"),
        arguments: [
            ("en", ["new", "A login that isn't like you (new device).", "Place: Lima.", "Your password was changed."]),
            ("es", ["nuevo", "Un inicio de sesión inusual (dispositivo nuevo).", "Lugar: Lima."]),
        ])
    func tellsAPersonInBothLanguages(language: String, words: [String]) async throws {
        let run = try await runner(list).run("notices", "--language", language)
        #expect(run.exit == .success && !run.output.contains("\u{1B}"))
        for word in words + ["essential sessions confirm"] { #expect(run.output.contains(word), "\(run.output)") }
    }

    @Test func whatWasSeenIsntNewAnyMore() async throws {
        let run = try await runner(list).run("notices", "seen")
        #expect(run.output.contains("All of this counts as seen.") && !run.output.contains("new  "))
        #expect(try await list.notices().allSatisfy { $0.isSeen })
        #expect(try await runner(list).run("notices", "seen").output.contains("There is nothing new."))
        let none = try await runner(SecurityNoticeListFake()).run("notices")
        #expect(none.output.contains("Nothing happened that you should know of."))
    }

    @Test(.requirement("MFA-03", "SESS-11")) func whomATypedCodeLetInIsAskedBeforeItIsMarked() async throws {
        let proof = ReauthenticatingSpy(Secret("four green tea pots"), otherwise: SessionManagingError.notRecent)
        let list = SecurityNoticeListFake(try await list.notices()) { proof.isProved }
        let silent = try await runner(list, proving: proof).run("notices", "seen")
        #expect(silent.exit == .notLoggedIn && silent.errors.contains("--password-stdin"))
        #expect(try await list.notices().contains { !$0.isSeen })
        let terminal = TerminalSpy(answers: [.text("four green tea pots")])
        #expect(try await runner(list, proving: proof).run("notices", "seen", on: terminal).exit == .success)
        #expect(try await list.notices().allSatisfy { $0.isSeen })
    }

    @Test func givesScriptsTheNamesOfTheWire() async throws {
        let run = try await runner(list).run("notices", "--json")
        #expect(
            run.output.contains(
                #""event":"suspicious_access","id":7,"location":"Lima","place":{"en":"Lima","es":"Lima"},"reasons":["new_device"],"seen":false"#
            ))
        #expect(run.output.contains(#""event":"password_changed","id":5,"seen":true,"suspicious":false}"#))
    }

    @Test(arguments: ["notices", "notices seen"]) func whatFailsSaysWhy(_ line: String) async throws {
        list.fail(with: .notLoggedIn)
        let run = try await runner(list).run(line.split(separator: " ").map(String.init) + ["--json"])
        #expect(run.exit == .notLoggedIn)
        #expect(try run.failureCode() == "not_logged_in")
    }
}
