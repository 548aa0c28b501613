import BrowserLoginAPI
import BrowserLoginPresentation
import BrowserLoginTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import LoginPresentationAPI
import PluginKit
import QRCodes
import Testing

struct DeviceLoginPresentationTests {
    private func runner(_ login: DeviceLoggingInStub) throws -> CommandRunner {
        let way = DeviceLoginPresentationPlugin.assemble(.init(login: login)).exports.way
        let command = Command(
            "login", summary: LocalizedText(en: "a", es: "b"), group: .account, examples: [way.example],
            parameters: [way.option]
        ) { invocation, terminal throws(CommandFailure) in
            let user = try await way.logIn(invocation, terminal)
            return CommandOutput(json: user, .line(LocalizedText(verbatim: user.name)))
        }
        return CommandRunner([command], ofProgram: "essential")
    }

    private let user = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    private var invitation: DeviceInvitation {
        get throws {
            DeviceInvitation(
                address: try #require(URL(string: "https://essential.test/device")),
                code: try #require(UserCode("WDJBMJHT")), endsAt: Date(timeIntervalSince1970: 1_800_000_600))
        }
    }

    @Test(.requirement("BROWSERLOGIN-12", "BROWSERLOGIN-14")) func saysWhereToGoAndWhatToType() async throws {
        let login = DeviceLoggingInStub(
            telling: [
                .invited(try invitation), .disconnected(until: try invitation.endsAt), .reconnected,
                .busy(LocalizedText(en: "No time.", es: "Sin tiempo.")),
            ],
            .success(user))
        let run = try await runner(login).run("login", "--other-device")
        #expect(run.exit == .success && run.output == "Ana\n")
        for text in [
            "https://essential.test/device", "WDJB-MJHT", "Give it to nobody", "no connection", "reached again",
            "No time.",
        ] { #expect(run.errors.contains(text), "\(text)") }
    }

    /// The code is never in the picture: it is typed by hand.
    @Test(.requirement("BROWSERLOGIN-12"), arguments: [(80, true), (32, false), (nil, false)] as [(Int?, Bool)])
    func aCameraReadsTheAddressWhereThereIsRoom(width: Int?, isDrawn: Bool) async throws {
        let login = DeviceLoggingInStub(telling: [.invited(try invitation)], .success(user))
        let run = try await runner(login).run("login", "--other-device", on: TerminalSpy(width: width))
        let code = try #require(QRCode(Array("https://essential.test/device".utf8)))
        #expect(run.errors.contains(code.lines.joined(separator: "\n")) == isDrawn)
        #expect(run.errors.contains("telephone"))
    }

    @Test(.requirement("BROWSERLOGIN-12"), arguments: ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
    func nobodyIsSentToAnAddressOfThisMachineWithATelephone(host: String) async throws {
        let here = DeviceInvitation(
            address: try #require(URL(string: "http://\(host)/device")),
            code: try #require(UserCode("WDJBMJHT")), endsAt: Date(timeIntervalSince1970: 1_800_000_600))
        for (invitation, isElsewhere) in [(here, false), (try invitation, true)] {
            let login = DeviceLoggingInStub(telling: [.invited(invitation)], .success(user))
            let run = try await runner(login).run("login", "--other-device", on: TerminalSpy(answers: [], width: 100))
            #expect(run.errors.contains("█") == isElsewhere, "a picture for a camera")
            #expect(run.errors.contains("browser on this computer") != isElsewhere)
            #expect(run.errors.contains("\(invitation.address)"))
        }
    }

    @Test func scriptsGetItAsAnObject() async throws {
        let login = DeviceLoggingInStub(telling: [.invited(try invitation)], .success(user))
        let run = try await runner(login).run("login", "--other-device", "--json")
        let line = try #require(run.output.split(separator: "\n").first)
        #expect(line.contains(#""address":"https://essential.test/device""#))
        #expect(line.contains(#""user_code":"WDJB-MJHT""#) && line.contains(#""expires_at":""#))
    }

    @Test(
        .requirement("BROWSERLOGIN-14"),
        arguments: [
            (DeviceLoginError.refused, "access_denied", 130), (.expired, "expired_token", 1),
            (.notOffered, "device_login_unavailable", 1), (.cancelled, "cancelled", 130),
            (.cancelledMeanwhile, "cancelled", 130),
            (.connectivity(LocalizedText(en: "Off.", es: "Sin.")), "no_connectivity", 4),
        ]) func eachFailureHasItsCodeAndStatus(error: DeviceLoginError, code: String, exit: Int32) async throws
    {
        let run = try await runner(DeviceLoggingInStub(.failure(error))).run("login", "--other-device", "--json")
        #expect(run.exit.rawValue == exit)
        #expect(try run.failureCode() == code)
    }
}
