import CoreModels
import FoundationEssentials
import KernelTesting
import LoginAPI
import PluginKit
import RegistrationAPI
import RegistrationScreens
import RegistrationTesting
import ScreensAPI
import ScreensTesting
import Testing

/// Where the link of an invitation leads.
struct InvitationScreenTests {
    private let passwords = [
        "password": Secret("four green tea pots"), "password_again": Secret("four green tea pots"),
    ]
    private static let person = User(
        id: UserID(UUID()), name: "<b>Ana</b>", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    private func screens(
        _ registration: RegisteringSpy, finding: [InvalidField] = [], as person: User? = nil
    ) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            InvitationScreensPlugin.self,
            .init(
                invitations: Invited(), registration: Scoped(always: registration),
                validator: Scoped(always: RegistrationValidatingStub { _ in finding })))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    @Test(.requirement("INVITE-01")) func eachIsFitToBeShown() async throws {
        let check = ScreenCheck(places: ["/invitation"])
        for (path, person) in [("/invitation?token=good", nil), ("/invitation", nil), ("/invitation", Self.person)] {
            let contents = try await screens(RegisteringSpy(.success(.checkMail)), as: person).show(path)
            #expect(check.problems(of: contents) == [], "\(path)")
        }
        let shown = try await screens(RegisteringSpy(.success(.checkMail))).show("/invitation?token=good")
        #expect(shown.forms.first?.fields.map(\.name) == ["token", "account", "name", "password", "password_again"])
    }

    @Test(.requirement("INVITE-04")) func aLinkThatIsOverShowsNoForm() async throws {
        let shown = try await screens(RegisteringSpy(.success(.checkMail))).show("/invitation?token=old")
        #expect(shown.forms.isEmpty && shown.standing == .over)
    }

    @Test(.requirement("INVITE-01", "INVITE-02")) func whoComesByItIsSignedIn() async throws {
        let registration = RegisteringSpy(.success(.signedIn(Self.person)))
        guard
            case .signedIn(.home, nil) = try await screens(registration).send(
                "take-invitation", to: "/invitation", ["token": "good", "name": "Ana"], secrets: passwords)
        else {
            Issue.record("not signed in")
            return
        }
        let form = try #require(registration.forms.first)
        #expect(form.invitation?.isEqual(to: Secret("good")) == true && form.email.isEmpty && form.name == "Ana")
        #expect(registration.starts == [.nobody], "whoever logs in meanwhile stays so")
    }

    @Test(.requirement("INVITE-04")) func oneThatEndedMeanwhileSaysSo() async throws {
        let registration = RegisteringSpy(.failure(.invitationOver))
        guard
            case .show(let contents) = try await screens(registration).send(
                "take-invitation", to: "/invitation", ["token": "good", "name": "Ana"], secrets: passwords)
        else {
            Issue.record("nothing is shown")
            return
        }
        #expect(contents.standing == .over && contents.forms.isEmpty)
    }
}

private struct Invited: InvitationReading {
    func address(invitedBy link: Secret) async throws(RegistrationError) -> EmailAddress {
        guard link.isEqual(to: Secret("good")), let email = EmailAddress("ana@example.com") else {
            throw .invitationOver
        }
        return email
    }
}
