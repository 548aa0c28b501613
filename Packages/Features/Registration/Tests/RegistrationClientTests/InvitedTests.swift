import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import HTTPTransportTesting
import HTTPTypes
import KernelTesting
import OfflineQueueTesting
import RegistrationAPI
import Testing

/// Making an account by an invitation.
struct InvitedTests {
    private static let token = String(repeating: "a", count: 43)

    private static func form(_ invitation: String, name: String = "Ada") -> RegistrationForm {
        RegistrationForm(name: name, invitation: Secret(invitation), password: Secret("four green tea pots"))
    }

    @Test(.requirement("INVITE-01"), arguments: ["https://essential.example/invitation?token=\(token)", token])
    func theLinkIsAllThatIsSentOfTheAddress(link: String) async throws {
        let fixture = RegistrationClientFixture(RegistrationClientFixture.creating(next: "signed_in"))
        let outcome = try await fixture.registration.register(Self.form(link))
        #expect(outcome == .signedIn(RegistrationClientFixture.user))
        let request = try #require(fixture.transport.requests.first)
        #expect(request.url.absoluteString == "https://example.com:8443/base/auth/invitation")
        guard case .bytes(let bytes)? = request.body else {
            Issue.record("no body")
            return
        }
        let sent = try WireCoding.decoder().decode([String: String].self, from: bytes)
        #expect(sent == ["invitation": Self.token, "name": "Ada", "password": "four green tea pots"])
    }

    @Test(.requirement("INVITE-04")) func whatIsNoLinkIsNotSent() async throws {
        let fixture = RegistrationClientFixture(RegistrationClientFixture.creating())
        await #expect(throws: RegistrationError.invitationOver) {
            try await fixture.registration.register(Self.form("12345678"))
        }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test(.requirement("INVITE-04")) func anInvitationThatIsOverIsToldAsThat() async throws {
        let fixture = RegistrationClientFixture(RegistrationClientFixture.refusing(.notFound, "invitation_over"))
        await #expect(throws: RegistrationError.invitationOver) {
            try await fixture.registration.register(Self.form(Self.token))
        }
        let older = RegistrationClientFixture(RegistrationClientFixture.refusing(.notFound, "not_found"))
        await #expect(throws: RegistrationError.closed) {
            try await older.registration.register(Self.form(Self.token))
        }
    }

    /// The link has an end, and another one may take its place.
    @Test(.requirement("INVITE-01")) func withoutAConnectionNothingWaits() async throws {
        let queue = RequestQueueSpy()
        let fixture = RegistrationClientFixture(
            HTTPTransportStub(failure: .timedOut), queue: queue)
        do throws(RegistrationError) {
            _ = try await fixture.registration.register(Self.form(Self.token))
            Issue.record("nothing was made")
        } catch {
            #expect(error.code == "no_connectivity" && !error.isWaiting)
        }
    }
}
