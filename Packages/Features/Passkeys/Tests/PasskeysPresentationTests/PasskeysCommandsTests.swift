import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PasskeysAPI
import PasskeysPresentation
import PasskeysTesting
import PluginKit
import SessionsAPI
import Testing

struct PasskeysCommandsTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let user = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: start)
    private let stick = Passkey(
        id: UUID(), name: "Stick", madeAt: start, usedAt: nil, isBackedUp: false, copySeenAt: start)
    private let telephone = Passkey(id: UUID(), name: "Telephone", madeAt: start, usedAt: start, isBackedUp: true)

    private func runner(
        _ passkeys: any PasskeyManaging, proving: (any Reauthenticating)? = nil
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(PasskeysPresentationPlugin.self, .init(passkeys: passkeys, proving: proving))
        return CommandRunner(try host.composed())
    }

    @Test(.requirement("L10N-01")) func areDeclaredWithoutAMistake() throws {
        try runner(PasskeysFake(of: user)).expectWellFormed()
    }

    @Test(.requirement("PASSKEY-02")) func theListSaysWhatThereIs() async throws {
        let run = try await runner(PasskeysFake(of: user, [stick, telephone])).run("passkeys")
        #expect(run.exit == .success)
        for text in ["Stick", "Telephone", "Never used", "On several of your devices", "There may be a copy of Stick"] {
            #expect(run.output.contains(text))
        }
        #expect(try await runner(PasskeysFake(of: user)).run("passkeys").output.contains("You have no passkeys."))
    }

    @Test(.requirement("PASSKEY-02")) func oneIsRenamedAndRemoved() async throws {
        let passkeys = PasskeysFake(of: user, [stick, telephone]), runner = try runner(passkeys)
        let id = String(stick.id.uuidString.lowercased().prefix(8))
        #expect(await runner.run("passkeys", "rename", id, "Old stick").exit == .success)
        #expect(try await passkeys.passkeys().map(\.name) == ["Old stick", "Telephone"])
        #expect(await runner.run("passkeys", "remove", id, "--yes").exit == .success)
        #expect(try await passkeys.passkeys().map(\.name) == ["Telephone"])
    }

    @Test(.requirement("PASSKEY-02")) func whoIsAskedSeesWhichOneAndNobodyIsAskedAboutOneThatIsGone() async throws {
        let passkeys = PasskeysFake(of: user, [stick, telephone]), runner = try runner(passkeys)
        let terminal = TerminalSpy(answers: [.text("n")])
        let run = await runner.run("passkeys", "remove", stick.id.uuidString.lowercased(), on: terminal)
        #expect(run.exit == .success && terminal.questions.map(\.text) == ["Remove the passkey “Stick”?"])
        let gone = await runner.run("passkeys", "remove", UUID().uuidString.lowercased(), on: terminal)
        #expect(gone.exit == .failure && terminal.questions.count == 1)
    }

    @Test(.requirement("PASSKEY-02", "MFA-03")) func removingAsksWhoItIsAndGoesOn() async throws {
        let passkeys = PasskeysFake(of: user, [stick, telephone], isRecent: false)
        let runner = try runner(passkeys, proving: Prover(passkeys: passkeys))
        let id = stick.id.uuidString.lowercased()
        let silent = await runner.run("passkeys", "remove", id, "--yes")
        #expect(silent.exit == .notLoggedIn)
        let terminal = TerminalSpy(answers: [.text("y"), .text("hunter2")])
        #expect(await runner.run("passkeys", "remove", id, on: terminal).exit == .success)
        #expect(try await passkeys.passkeys().map(\.name) == ["Telephone"])
    }

    @Test(.requirement("PASSKEY-02", "MFA-03")) func renamingAsksWhomATypedCodeLetInAndGoesOn() async throws {
        let passkeys = PasskeysFake(of: user, [stick], isRecent: false)
        let runner = try runner(passkeys, proving: Prover(passkeys: passkeys)), id = stick.id.uuidString.lowercased()
        #expect(await runner.run("passkeys", "rename", id, "Old").exit == .notLoggedIn)
        let terminal = TerminalSpy(answers: [.text("hunter2")])
        #expect(await runner.run("passkeys", "rename", id, "Old", on: terminal).exit == .success)
        #expect(try await passkeys.passkeys().map(\.name) == ["Old"])
    }

    @Test(.requirement("PASSKEY-04")) func theLastWayInStays() async throws {
        let passkeys = PasskeysFake(of: user, [telephone])
        let run = try await runner(passkeys).run("passkeys", "remove", telephone.id.uuidString.lowercased(), "--yes")
        #expect(run.exit == .failure && run.errors.contains("It is the last way into your account"))
    }

    @Test func whoLoggedInLongAgoIsAskedToDoSoAgain() async throws {
        let passkeys = PasskeysFake(of: user, [stick, telephone], isRecent: false)
        let run = try await runner(passkeys).run("passkeys", "remove", stick.id.uuidString.lowercased(), "--yes")
        #expect(run.exit != .success && run.errors.contains("Log in once more"))
        #expect(try await passkeys.passkeys().count == 2)
    }
}

/// Takes any password.
private struct Prover: Reauthenticating {
    let passkeys: PasskeysFake

    func passwordProof() async -> PasswordProof { .possible }

    func reauthenticate(password: Secret, code: Secret?) async throws(ReauthenticationError) {
        do throws(PasskeyError) {
            try await passkeys.authenticate(with: PasskeysFake.answer)
        } catch {
            throw .refused(error)
        }
    }
}
