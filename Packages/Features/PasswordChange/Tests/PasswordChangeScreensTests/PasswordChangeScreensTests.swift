import CoreModels
import KernelTesting
import Localization
import PasswordChangeAPI
import PasswordChangeScreens
import PasswordChangeTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

struct PasswordChangeScreensTests {
    private func screens(_ spy: PasswordChangingSpy) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(PasswordChangeScreensPlugin.self, .init(change: Scoped(always: spy)))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private func send(_ spy: PasswordChangingSpy) async throws -> ScreenOutcome {
        try await screens(spy).send(
            "password", to: "/account/password", secrets: ["password": Secret("old"), "new_password": Secret("new")])
    }

    private let check = ScreenCheck(places: ["/account/password"])

    @Test func aPasswordIsChanged() async throws {
        let spy = PasswordChangingSpy()
        #expect(check.problems(of: try await screens(spy).show("/account/password")) == [])
        guard case .show(let contents) = try await send(spy) else {
            Issue.record("it isn't shown")
            return
        }
        #expect(check.problems(of: contents) == [] && contents.forms.isEmpty)
        let change = try #require(spy.changes.first)
        #expect(change.current.isEqual(to: Secret("old")) && change.new.isEqual(to: Secret("new")))
    }

    @Test(.requirement("SANIT-07")) func aWrongPasswordIsSaidAtItsField() async throws {
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await send(PasswordChangingSpy(failure: .wrongPassword))
        }
        #expect(refusal?.fields.map(\.pointer) == ["/password"])
    }

    @Test func whatIsWrongWithTheNewOneIsSaidAtItsField() async throws {
        let error = PasswordChangeError.unacceptable([.init(verbatim: "Too short.")])
        #expect(error.fields.map(\.pointer) == ["/new_password"])
        await #expect(throws: error) { try await send(PasswordChangingSpy(failure: error)) }
    }
}
