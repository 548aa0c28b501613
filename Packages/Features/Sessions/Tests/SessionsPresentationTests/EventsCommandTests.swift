import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsAPI
import SessionsPresentation
import SessionsTesting
import Testing

struct EventsCommandTests {
    private func runner(_ stub: SecurityNoticesStub) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            SessionsPresentationPlugin.self,
            .init(management: SessionManagingSpy(), notices: stub, noticeList: SecurityNoticeListFake()))
        return CommandRunner(try host.composed())
    }

    private static let id = SessionID(UUID()), stranger = SessionID(UUID())

    private static let news: [SecurityNews] = [
        .connected,
        .notice(
            SecurityNotice(
                .suspiciousAccess(stranger, device: "phone\u{1B}[31m", location: nil, reasons: ["new_device"]),
                happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(SecurityNotice(.emailVerified, happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(SecurityNotice(.passwordChanged, happenedAt: Date(timeIntervalSince1970: 0))),
        .disconnected(LocalizedText(en: "The server is gone.", es: "No hay servidor."), retryAfter: .seconds(2)),
        .connected,
        .notice(
            SecurityNotice(
                .wayInChanged(way: "provider", change: "added", provider: "Acme"),
                happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(
            SecurityNotice(
                .wayInChanged(way: "address", change: "renewed", provider: nil),
                happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(
            SecurityNotice(
                .wayInChanged(way: "account", change: "restored", provider: nil),
                happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(
            SecurityNotice(
                .wayInChanged(way: "card", change: "bent\u{1B}[31m", provider: nil),
                happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(SecurityNotice(.unknown("provider_unlinked"), happenedAt: Date(timeIntervalSince1970: 0))),
        .notice(
            SecurityNotice(
                .sessionEnded(id, isCurrent: true, reason: "terminated"), happenedAt: Date(timeIntervalSince1970: 0))),
    ]

    @Test(
        .requirement("SESS-06", "SESS-11", "SESS-12", "SESS-13"),
        arguments: [
            (
                "en",
                [
                    "new device", "sessions confirm", "choose a new password", "address is confirmed",
                    "password was changed", "The server is gone. Connecting again in 2 s.", "provider_unlinked",
                    "ended from another device", "You are logged out", "Acme is a way into your account now", "card",
                    "another email address now", "the deletion of your account was undone",
                ]
            ),
            (
                "es",
                [
                    "dispositivo nuevo", "elige una contraseña nueva", "está confirmada", "contraseña ha cambiado",
                    "No hay servidor. Se conectará de nuevo en 2 s.", "provider_unlinked",
                    "terminada desde otro dispositivo", "Estás fuera", "se puede entrar en tu cuenta con Acme", "card",
                    "otra dirección de correo", "se deshizo la eliminación de tu cuenta",
                ]
            ),
        ])
    func tellsAPersonInBothLanguages(language: String, words: [String]) async throws {
        let run = try await runner(SecurityNoticesStub(Self.news)).run("events", "--language", language)
        #expect(run.exit == .notLoggedIn)
        for word in words { #expect(run.output.contains(word), "\(word) is not in \(run.output)") }
        #expect(!run.output.contains("\u{1B}"))
    }

    /// A journal has no keys.
    @Test(arguments: [nil, 80]) func whatToPressIsSaidOnlyToATerminal(width: Int?) async throws {
        let runner = try runner(SecurityNoticesStub([.connected]))
        let run = await runner.run("events", on: TerminalSpy(width: width))
        #expect(run.output.contains("Following.") && run.output.contains("Ctrl-C") == (width != nil))
    }

    @Test func givesScriptsALineForEachEvent() async throws {
        let run = try await runner(SecurityNoticesStub(Self.news)).run("events", "--json")
        let time = #""at":"1970-01-01T00:00:00Z""#
        let lines = run.output.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                #"{"event":"ready"}"#,
                #"{\#(time),"device":"phone\u001b[31m","event":"suspicious_access","reasons":["new_device"],"session_id":"\#(Self.stranger)"}"#,
                #"{\#(time),"event":"email_verified"}"#, #"{\#(time),"event":"password_changed"}"#,
                #"{"event":"disconnected","retry_after":2}"#, #"{"event":"ready"}"#,
                #"{\#(time),"event":"way_in_changed","way_in":{"change":"added","provider":"Acme","way":"provider"}}"#,
                #"{\#(time),"event":"way_in_changed","way_in":{"change":"renewed","way":"address"}}"#,
                #"{\#(time),"event":"way_in_changed","way_in":{"change":"restored","way":"account"}}"#,
                #"{\#(time),"event":"way_in_changed","way_in":{"change":"bent\u001b[31m","way":"card"}}"#,
                #"{\#(time),"event":"provider_unlinked"}"#,
                #"{\#(time),"current":true,"event":"session_ended","reason":"terminated","session_id":"\#(Self.id)"}"#,
                #"{"logged_in":false}"#,
            ])
    }

    @Test func aConnectionThatCannotBeMadeIsAFailure() async throws {
        let stub = SecurityNoticesStub(failure: .connectivity(LocalizedText(verbatim: "off")))
        let run = try await runner(stub).run("events", "--json")
        #expect(run.exit == .noConnectivity)
        #expect(try run.failureCode() == "no_connectivity" && run.output.isEmpty)
    }
}
