import AccountVerificationAPI
import AccountVerificationScreens
import AccountVerificationTesting
import AccountsAPI
import AccountsTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

/// What people find on their own device, to which no mailed link leads.
struct NamedAddressTests {
    private static let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: false,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    private let check = ScreenCheck(places: ["/verify"])

    private func screens(_ confirming: AddressConfirmingSpy, as person: User? = nil) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            AccountVerificationScreensPlugin.self,
            .init(
                proving: nil, confirmation: Scoped(always: confirming),
                account: Scoped(always: AccountLoaderStub(failure: .cancelled))))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    @Test(.requirement("VERIFY-09")) func whoIsLoggedInNowhereNamesTheAddress() async throws {
        let confirming = AddressConfirmingSpy(confirmation: .success(Self.person)), screens = try screens(confirming)
        let contents = try await screens.show("/verify")
        #expect(contents.formNames == ["confirm-code", "resend"] && check.problems(of: contents) == [])
        guard
            case .show(let done) = try await screens.send(
                "confirm-code", to: "/verify", ["email": "ana@example.com"],
                secrets: ["code": Secret("123 456 78"), "password": Secret("correct horse")])
        else { throw ScreenRunner.NotFound() }
        #expect(done.title.english == "Your address is confirmed")
        #expect(confirming.calls == [.confirm("12345678", email: "ana@example.com", withPassword: true)])
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageIsOnePressAway() async throws {
        let confirming = AddressConfirmingSpy(), screens = try screens(confirming)
        guard case .show(let sent) = try await screens.send("resend", to: "/verify", ["email": "ana@example.com"])
        else {
            throw ScreenRunner.NotFound()
        }
        #expect(sent.title.english == "Look into your mail" && check.problems(of: sent) == [])
        #expect(confirming.calls == [.resend(email: "ana@example.com")])
        await #expect(throws: FormRefusal.self) { try await screens.send("resend", to: "/verify", ["email": "x"]) }
    }

    @Test(.requirement("SANIT-07")) func whatIsWrongIsSaidAtItsField() async throws {
        let screens = try screens(AddressConfirmingSpy(confirmation: .failure(.malformedCode)))
        let refusal = await #expect(throws: FieldRefusal.self) {
            try await screens.send(
                "confirm-code", to: "/verify", ["email": "ana@example.com"], secrets: ["code": Secret("12345678")])
        }
        #expect(refusal?.fields.map(\.pointer) == ["/code"])
    }

    @Test func whoIsLoggedInTypesTheCodeAlone() async throws {
        let contents = try await screens(AddressConfirmingSpy(), as: Self.person).show("/verify")
        #expect(contents.formNames == ["confirm-own", "resend-own"])
    }
}
