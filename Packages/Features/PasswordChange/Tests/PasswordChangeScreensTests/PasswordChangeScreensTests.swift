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
import SessionsAPI
import SessionsTesting
import Testing

struct PasswordChangeScreensTests {
    private func screens(
        _ spy: PasswordChangingSpy, proof: PasswordProof = .possible
    ) throws -> ScreenRunner {
        let proving = ReauthenticatingSpy(Secret("old"), otherwise: PasswordChangeError.wrongPassword, proof: proof)
        var host = PluginHost()
        try host.install(
            PasswordChangeScreensPlugin.self, .init(change: Scoped(always: spy), proving: Scoped(always: proving)))
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

    @Test("Who has no password is asked for none, and led to setting one", .requirement("PWCHG-01", "D22"))
    func nobodyIsAskedForAPasswordThatThereIsNot() async throws {
        let spy = PasswordChangingSpy(), screens = try screens(spy, proof: .noPassword)
        let shown = try await screens.show("/account/password")
        #expect(check.problems(of: shown) == [] && shown.forms.isEmpty)
        let notices = shown.blocks.compactMap { if case .notice(let notice) = $0 { notice } else { nil } }
        #expect(notices.map(\.nextSteps) == [[.recover]])
        // A page that was open before says the same, whatever was typed there.
        for typed in ["", "old"] {
            await #expect(throws: PasswordChangeError.noPassword) {
                try await screens.send(
                    "password", to: "/account/password",
                    secrets: ["password": Secret(typed), "new_password": Secret("new")])
            }
        }
        #expect(spy.changes.isEmpty)
        for proof in [PasswordProof.possible, .notOffered] {
            #expect(try await self.screens(spy, proof: proof).show("/account/password").forms.count == 1)
        }
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
