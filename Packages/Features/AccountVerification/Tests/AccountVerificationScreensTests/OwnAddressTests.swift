import AccountVerificationAPI
import AccountVerificationScreens
import AccountVerificationServiceTesting
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

/// What somebody finds who is logged in.
struct OwnAddressTests {
    private static func person(isVerified: Bool) -> User {
        User(
            id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: isVerified,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    private func screens(
        _ confirming: AddressConfirmingSpy, isVerified: Bool = false,
        account: AccountLoaderStub = AccountLoaderStub(failure: .cancelled)
    ) async throws -> ScreenRunner {
        let proving = try await RunningVerification().proving
        var host = PluginHost()
        try host.install(
            AccountVerificationScreensPlugin.self,
            .init(
                proving: proving, confirmation: Scoped(always: confirming), account: Scoped(always: account)))
        return ScreenRunner(
            try host.composed().values(of: Screens.self), as: Self.person(isVerified: isVerified))
    }

    @Test(.requirement("VERIFY-09", "NAV-02")) func theCodeIsEnough() async throws {
        let confirming = AddressConfirmingSpy(confirmation: .success(Self.person(isVerified: true)))
        let screens = try await screens(confirming)
        let contents = try await screens.show("/verify")
        #expect(contents.formNames == ["confirm-own", "resend-own"])
        #expect(ScreenCheck(places: ["/verify"]).problems(of: contents) == [])
        guard
            case .show(let done) = try await screens.send(
                "confirm-own", to: "/verify", secrets: ["code": Secret("123 456 78")])
        else { throw ScreenRunner.NotFound() }
        #expect(done.title.english == "Your address is confirmed")
        #expect(confirming.calls == [.confirm("123 456 78", email: nil)])
    }

    /// The session began by a code that was typed elsewhere.
    @Test(.requirement("VERIFY-02", "EXT-05")) func whereTheSessionIsntEnoughThePasswordIsAskedFor() async throws {
        let confirming = AddressConfirmingSpy(
            confirmation: .failure(.passwordNeeded), knowing: .success(Self.person(isVerified: true)))
        let screens = try await screens(confirming), code = ["code": Secret("12345678"), "password": Secret("")]
        guard case .show(let asked) = try await screens.send("confirm-own", to: "/verify", secrets: code) else {
            throw ScreenRunner.NotFound()
        }
        #expect(asked.formNames == ["confirm-own", "resend-own"])
        #expect(ScreenCheck(places: ["/verify"]).problems(of: asked) == [])
        let both = code.merging(["password": Secret("correct horse")]) { $1 }
        guard case .show(let done) = try await screens.send("confirm-own", to: "/verify", secrets: both) else {
            throw ScreenRunner.NotFound()
        }
        #expect(done.title.english == "Your address is confirmed")
        #expect(confirming.calls.last == .confirm("12345678", email: nil, withPassword: true))
    }

    @Test(.requirement("SANIT-07"), arguments: [AddressConfirmationError.malformedCode, .wrongCode])
    func whatIsWrongWithItIsSaidThere(_ error: AddressConfirmationError) async throws {
        let screens = try await screens(AddressConfirmingSpy(confirmation: .failure(error)))
        let refusal = await #expect(throws: FieldRefusal.self) { try await screens.send("confirm-own", to: "/verify") }
        #expect(refusal?.fields.map(\.pointer) == ["/code"])
    }

    @Test(.requirement("VERIFY-06")) func anotherMessageIsOnePressAway() async throws {
        let confirming = AddressConfirmingSpy()
        guard case .show(let sent) = try await screens(confirming).send("resend-own", to: "/verify") else {
            throw ScreenRunner.NotFound()
        }
        #expect(sent.title.english == "Look into your mail" && confirming.calls == [.resend(email: nil)])
    }

    @Test(.requirement("VERIFY-06")) func whoGotEnoughMessagesIsToldSo() async throws {
        let confirming = AddressConfirmingSpy(resending: .success(.tooSoon))
        guard case .show(let sent) = try await screens(confirming).send("resend-own", to: "/verify") else {
            throw ScreenRunner.NotFound()
        }
        #expect(sent.title.english == "Confirm your address" && sent.formNames == ["confirm-own", "resend-own"])
    }

    @Test(.requirement("VERIFY-09", "DATA-02")) func whatAnotherDeviceDidToTheAddressIsSeen() async throws {
        let moved = User(
            id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.net")!, isVerified: true,
            createdAt: Date(timeIntervalSince1970: 1_700_000_000))
        let contents = try await screens(AddressConfirmingSpy(), account: AccountLoaderStub(moved)).show("/verify")
        #expect(contents.formNames == [] && contents.title.english == "Your address is already confirmed")
    }

    @Test func whoConfirmedHasNothingLeftToDo() async throws {
        let contents = try await screens(AddressConfirmingSpy(), isVerified: true).show("/verify")
        #expect(contents.formNames == [] && contents.title.english == "Your address is already confirmed")
    }
}
