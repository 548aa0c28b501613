import AddressChangeAPI
import AddressChangePresentation
import AddressChangeTesting
import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import SessionsAPI
import SessionsTesting
import Testing

struct AddressCommandsTests {
    private let user = User.sample(email: "ana@example.net", isVerified: true)

    private func spy(_ failures: AddressChangeError...) -> AddressChangingSpy {
        AddressChangingSpy(
            failures: failures, user: user, undoableUntil: Date(timeIntervalSince1970: 1_796_288_400))
    }

    private func runner(_ spy: AddressChangingSpy, proving: (any Reauthenticating)? = nil) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(AddressChangePresentationPlugin.self, .init(change: spy, proving: proving))
        return CommandRunner(try host.composed(), offering: [.logIn: "essential login"])
    }

    private func terminal(_ answers: String...) -> TerminalSpy {
        TerminalSpy(answers: answers.map { .text($0) })
    }

    @Test func isDeclaredWithoutAMistake() throws {
        try runner(spy()).expectWellFormed()
    }

    @Test(
        .requirement("DATA-02"),
        arguments: [
            ("en", "Your address is ana@example.net now", "a link that undoes this until "),
            ("es", "Tu dirección es ahora ana@example.net", "un enlace que lo deshace hasta el "),
        ])
    func aPersonIsAskedForBothAndToldOfTheLetter(language: String, done: String, undo: String) async throws {
        let spy = spy(), terminal = terminal("ana@example.net", "1234 5678")
        let run = try await runner(spy).run(["address", "--language", language], on: terminal)
        #expect(run.exit == .success && run.output.contains(done) && run.output.contains(undo))
        #expect(spy.calls == [.request("ana@example.net"), .confirm("1234 5678")])
    }

    @Test(.requirement("DATA-02")) func whereNobodyCanUndoItNoLinkIsPromised() async throws {
        let run = try await runner(AddressChangingSpy(user: user)).run("address", "confirm", "12345678")
        #expect(run.output.contains("Your address is ana@example.net now") && !run.output.contains("link"))
    }

    @Test(.requirement("DATA-02")) func aWrongCodeIsAskedForAgain() async throws {
        let spy = AddressChangingSpy(failures: [], user: user)
        let failing = FailingCodes(spy: spy)
        var host = PluginHost()
        try host.install(AddressChangePresentationPlugin.self, .init(change: failing))
        let terminal = terminal("1", "87654321", "12345678")
        let run = await CommandRunner(try host.composed()).run(["address", "ana@example.net"], on: terminal)
        #expect(run.exit == .success && terminal.questions.count == 3)
        #expect(run.errors.contains("no code of 8 digits") && run.errors.contains("doesn't count"))
        #expect(spy.calls.last == .confirm("12345678"))
    }

    @Test(.requirement("DATA-02")) func aScriptGoesOnWithAnotherCommand() async throws {
        let spy = spy()
        let asked = try await runner(spy).run("address", "ana@example.net", "--json")
        #expect(asked.output == "{\"status\":\"check_mail\"}\n")
        let told = try await runner(spy).run("address", "ana@example.net")
        #expect(told.output.contains("essential address confirm CODE"))
        let done = try await runner(spy).run("address", "confirm", "1234", "5678", "--json")
        #expect(try done.json(Answer.self).user == user)
        #expect(spy.calls.last == .confirm("1234 5678"))
    }

    private struct Answer: Decodable { let user: User }

    @Test(.requirement("DATA-02", "MFA-03")) func itLeadsThroughTheProofAndGoesOnWithWhatWasTyped() async throws {
        let proving = ReauthenticatingSpy(Secret("right"), code: Secret("287082"), otherwise: AddressChangeError.server)
        let spy = spy(.notRecent), terminal = terminal("ana@example.net", "wrong", "right", "287082", "12345678")
        let run = try await runner(spy, proving: proving).run(["address"], on: terminal)
        #expect(run.exit == .success && proving.isProved)
        #expect(
            spy.calls == [.request("ana@example.net"), .request("ana@example.net"), .confirm("12345678")])
        // Once: a server that asks again isn't satisfied by the same.
        let stubborn = self.spy(.notRecent, .notRecent)
        let refused = try await runner(stubborn, proving: proving).run(
            ["address", "ana@example.net", "--password-stdin", "--code", "287082", "--json"],
            on: TerminalSpy(input: ["right"]))
        #expect(refused.exit == .notLoggedIn && stubborn.calls.count == 1)
    }

    @Test(
        .requirement("DATA-02"),
        arguments: [
            (AddressChangeError.invalidAddress, "invalid_email", 2, "no es una dirección"),
            (.sameAddress, "same_address", 2, "ya es tu dirección"),
            (.notLoggedIn, "not_logged_in", 3, "essential login"),
            (.notRecent, "insufficient_user_authentication", 3, "essential login"),
            (.tooManyChanges(retryAfter: .seconds(90)), "too_many_changes", 1, "2 min"),
            (.connectivity(LocalizedText(en: "Off.", es: "Sin red.")), "no_connectivity", 4, "no se guarda"),
            (.server, "server_error", 1, "puede que ya esté hecho"), (.cancelled, "cancelled", 130, "Cancelado"),
        ])
    func eachFailureHasItsCodeStatusAndHint(
        error: AddressChangeError, code: String, exit: Int32, text: String
    ) async throws {
        let json = try await runner(spy(error)).run("address", "ana@example.net", "--json")
        #expect(json.exit.rawValue == exit)
        #expect(try json.failureCode() == code)
        let run = try await runner(spy(error)).run("address", "ana@example.net", "--language", "es")
        #expect(run.errors.contains(text) && run.output.isEmpty)
    }

    @Test(.requirement("DATA-02"), arguments: [AddressChangeError.wrongCode, .expiredCode])
    func aCodeThatCountsNoMorePointsToAnotherOne(error: AddressChangeError) async throws {
        let run = try await runner(spy(error)).run("address", "confirm", "12345678")
        #expect(run.exit.rawValue == 1 && run.errors.contains("essential address EMAIL"))
        #expect(run.errors.contains("your account shows which address it has"))
    }
}

/// Refuses all codes but one.
private struct FailingCodes: AddressChanging {
    let spy: AddressChangingSpy

    func requestChange(to email: String) async throws(AddressChangeError) { try await spy.requestChange(to: email) }

    func confirmChange(with code: Secret) async throws(AddressChangeError) -> ChangedAddress {
        let changed = try await spy.confirmChange(with: code)
        switch code.withText({ $0 ?? "" }) {
        case "12345678": return changed
        case "1": throw .malformedCode
        default: throw .wrongCode
        }
    }
}
