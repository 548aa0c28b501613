import BrowserLoginAPI
import BrowserLoginScreens
import BrowserLoginTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsScreensAPI
import Testing

struct DeviceScreenTests {
    private let person = User(
        id: UserID(UUID()), name: ScreenCheck.hostile[0], email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    private let check = ScreenCheck(places: ["/", "/device"])
    private let device = WaitingDevice(
        name: "desk", location: "Madrid, Spain", address: "203.0.113.9",
        begunAt: Date(timeIntervalSince1970: 1_800_000_000))

    private func screens(_ devices: DeviceAdmittingSpy?) throws -> [Screen] {
        var host = PluginHost()
        try host.install(DeviceLoginScreensPlugin.self, .init(devices: devices.map { Scoped(always: $0) }))
        return try host.composed().values(of: Screens.self)
    }

    private func runner(_ devices: DeviceAdmittingSpy) throws -> ScreenRunner {
        ScreenRunner(try screens(devices), as: person)
    }

    private func contents(of outcome: ScreenOutcome) -> ScreenContents? {
        if case .show(let contents) = outcome { contents } else { nil }
    }

    @Test(.requirement("BROWSERLOGIN-12")) func noAddressBringsACodeAlong() async throws {
        let devices = DeviceAdmittingSpy(device), runner = try runner(devices)
        let contents = try await runner.show("/device?code=WDJB-MJHT&user_code=WDJB-MJHT")
        #expect(check.problems(of: contents) == [])
        #expect(contents.forms.map(\.name) == ["look"] && contents.forms[0].fields.map(\.value) == [""])
        #expect(devices.calls.isEmpty)
        #expect(try screens(devices).map(\.access) == [.people] && screens(nil).isEmpty)
    }

    @Test(.requirement("BROWSERLOGIN-12", "SANIT-03")) func whoTypesACodeSeesWhoAsksAndDecides() async throws {
        let devices = DeviceAdmittingSpy(device), runner = try runner(devices)
        let code = try #require(UserCode("WDJBMJHT"))
        let shown = try #require(contents(of: try await runner.send("look", to: "/device", ["code": "wdjb mjht"])))
        #expect(
            check.problems(
                of: shown,
                saying: [person.name, "ana@example.com", "“desk”", "Madrid, Spain", "203.0.113.9", "WDJB-MJHT"]) == [])
        #expect(shown.forms.map(\.name) == ["let-in", "refuse"] && devices.calls == [.looked(code)])
        for name in ["let-in", "refuse"] {
            let end = contents(of: try await runner.send(name, to: "/device", ["code": "WDJBMJHT"]))
            #expect(check.problems(of: try #require(end)) == [])
        }
        #expect(devices.calls == [.looked(code), .letIn(code), .refused(code)])
    }

    @Test(.requirement("BROWSERLOGIN-12")) func whatRefusesLooksOtherThanWhatLetsIn() async throws {
        let runner = try runner(DeviceAdmittingSpy(device))
        let question = try #require(contents(of: try await runner.send("look", to: "/device", ["code": "WDJBMJHT"])))
        #expect(question.forms.map(\.name) == ["let-in", "refuse"])
        #expect(question.forms.map(\.manner) == [.ordinary, .quiet])
    }

    @Test(.requirement("BROWSERLOGIN-12")) func theDevicesLeadThere() throws {
        var host = PluginHost()
        try host.install(DeviceLoginScreensPlugin.self, .init(devices: Scoped(always: DeviceAdmittingSpy(device))))
        #expect(try host.composed().values(of: DeviceLinks.self).map { $0.place.address(at: "") } == ["/device"])
    }

    @Test(.requirement("BROWSERLOGIN-12")) func whoLetADeviceInTakesItBackOrIsToldWhereToEndIt() async throws {
        let devices = DeviceAdmittingSpy(device), runner = try runner(devices)
        let code = try #require(UserCode("WDJBMJHT")), sent = ["code": "WDJBMJHT"]
        let letIn = try #require(contents(of: try await runner.send("let-in", to: "/device", sent)))
        #expect(letIn.forms.map(\.name) == ["take-back"] && letIn.forms[0].fields.map(\.value) == ["WDJBMJHT"])
        let back = try #require(contents(of: try await runner.send("take-back", to: "/device", sent)))
        #expect(check.problems(of: back) == [] && back.forms.isEmpty)
        #expect(devices.calls == [.letIn(code), .refused(code)])
        let late = try self.runner(DeviceAdmittingSpy(device, failing: .unknownCode))
        let end = try #require(contents(of: try await late.send("take-back", to: "/device", sent)))
        #expect(check.problems(of: end) == [] && end.forms.isEmpty)
    }

    @Test(arguments: ["", "WDJB", "AEIO-UAEI"]) func whatIsNoCodeAsksNobody(typed: String) async throws {
        let devices = DeviceAdmittingSpy(device), runner = try runner(devices)
        let error = await #expect(throws: FieldRefusal.self) {
            try await runner.send("look", to: "/device", ["code": typed])
        }
        #expect(error?.code == "unknown_user_code" && error?.fields.map(\.pointer) == ["/code"])
        #expect(devices.calls.isEmpty)
    }

    @Test(.requirement("BROWSERLOGIN-13")) func aCodeOfNobodyIsToldAtTheField() async throws {
        let runner = try runner(DeviceAdmittingSpy(device, failing: .unknownCode))
        let error = await #expect(throws: FieldRefusal.self) {
            try await runner.send("look", to: "/device", ["code": "WDJBMJHT"])
        }
        #expect(error?.code == "unknown_user_code")
        await #expect(throws: DeviceLoginError.unknownCode) {
            try await runner.send("let-in", to: "/device", ["code": "WDJBMJHT"])
        }
    }

    /// Whoever shows it has the person log in once more, and brings what was typed back.
    @Test(.requirement("MFA-03", "BROWSERLOGIN-12")) func whoLoggedInLongAgoLogsInFirst() async throws {
        let runner = try runner(DeviceAdmittingSpy(device, failing: .notRecent))
        await #expect(throws: DeviceLoginError.notRecent) {
            try await runner.send("look", to: "/device", ["code": "WDJBMJHT"])
        }
        #expect(DeviceLoginError.notRecent.nature == .credentials && DeviceLoginError.notRecent.nextSteps == [.logIn])
    }
}
