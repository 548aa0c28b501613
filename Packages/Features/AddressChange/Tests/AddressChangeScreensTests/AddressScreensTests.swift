import AccountsAPI
import AccountsScreensAPI
import AccountsTesting
import AddressChangeAPI
import AddressChangeScreens
import AddressChangeTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsTesting
import Testing

struct AddressScreensTests {
    private static let token = String(repeating: "A", count: 43)
    private let person = User.sample(email: "ana@example.com", isVerified: true)
    private let after = User.sample(email: "ana@example.net", isVerified: true)
    private let check = ScreenCheck(places: ["/account/address", "/address"])

    private func screens(
        _ change: AddressChangingSpy? = nil, _ restoring: AddressRestoringStub? = nil,
        account: AccountLoaderStub? = nil
    ) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            AddressChangeScreensPlugin.self,
            .init(
                change: change.map { Scoped(always: $0) },
                account: Scoped(always: account ?? AccountLoaderStub(person)), restoring: restoring))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    private func shown(_ outcome: ScreenOutcome) throws -> ScreenContents {
        guard case .show(let contents) = outcome else { throw ScreenRunner.NotFound() }
        return contents
    }

    // MARK: Changing

    @Test(.requirement("DATA-02")) func theCodeIsAskedForWhereTheAddressWasTyped() async throws {
        let spy = AddressChangingSpy(user: after), screens = try screens(spy)
        let first = try await screens.show("/account/address")
        #expect(check.problems(of: first) == [] && first.forms.map(\.name) == ["address"])
        let sent = try shown(
            try await screens.send("address", to: "/account/address", ["email": "ana@example.net"]))
        #expect(check.problems(of: sent, saying: ["ana@example.net"]) == [])
        #expect(sent.forms.map(\.name) == ["code", "address"])
        let done = try shown(
            try await screens.send(
                "code", to: "/account/address", ["email": "ana@example.net"], secrets: ["code": Secret("12345678")]))
        #expect(check.problems(of: done, saying: ["ana@example.net"]) == [] && done.forms.isEmpty)
        #expect(spy.calls == [.request("ana@example.net"), .confirm("12345678")])
    }

    @Test(.requirement("DATA-02")) func aLinkIsPromisedWhereThereIsOne() async throws {
        for end in [nil, Date(timeIntervalSince1970: 1_796_288_400)] {
            let done = try shown(
                try await screens(AddressChangingSpy(user: after, undoableUntil: end)).send(
                    "code", to: "/account/address", ["email": "ana@example.net"],
                    secrets: ["code": Secret("12345678")]))
            let promises = "\(done.blocks)".contains("undoes this until 3 Dec 2026, 9:00 UTC")
            #expect(promises == (end != nil) && check.problems(of: done, saying: ["ana@example.net"]) == [])
        }
    }

    @Test(.requirement("DATA-02")) func theAddressIsTheOneThatTheAccountHasNow() async throws {
        let spy = AddressChangingSpy(user: after)
        let elsewhere = try await screens(spy, account: AccountLoaderStub(after)).show("/account/address")
        #expect(elsewhere.blocks.contains(.ownAddress("ana@example.net")) && elsewhere.notice == nil)
        let offline = AccountLoaderStub(failure: .connectivity(LocalizedText(en: "Off.", es: "Sin red.")))
        let known = try await screens(spy, account: offline).show("/account/address")
        #expect(known.blocks.contains(.ownAddress("ana@example.com")))
        #expect(known.notice?.text.english == "Off. This is what was known when you logged in.")
    }

    @Test(.requirement("DATA-02", "SANIT-07")) func whatIsWrongIsSaidAtItsField() async throws {
        for error in [AddressChangeError.invalidAddress, .sameAddress] {
            let refusal = await #expect(throws: FieldRefusal.self) {
                try await screens(AddressChangingSpy(failures: [error], user: after)).send(
                    "address", to: "/account/address", ["email": ScreenCheck.hostile[0]])
            }
            #expect(refusal?.fields.map(\.pointer) == ["/email"])
        }
        for error in [AddressChangeError.wrongCode, .malformedCode, .expiredCode] {
            let outcome = try await screens(AddressChangingSpy(failures: [error], user: after)).send(
                "code", to: "/account/address", ["email": "ana@example.net"], secrets: ["code": Secret("1")])
            guard case .again(let contents, let said) = outcome else { throw ScreenRunner.NotFound() }
            #expect(said.fields.map(\.pointer) == ["/code"] && contents.forms.map(\.name) == ["code", "address"])
            #expect(check.problems(of: contents, saying: ["ana@example.net"]) == [])
        }
    }

    @Test(.requirement("DATA-02", "MFA-03")) func whoLoggedInSomeTimeAgoIsSentThere() async throws {
        let error = await #expect(throws: AddressChangeError.notRecent) {
            try await screens(AddressChangingSpy(failures: [.notRecent], user: after)).send(
                "address", to: "/account/address", ["email": "ana@example.net"])
        }
        #expect(error?.nextSteps == [.logIn])
    }

    // MARK: Getting it back

    private func stub(
        _ failure: AddressRestoringError? = nil, asksForCode: Bool = false
    ) throws -> AddressRestoringStub {
        let offer = AddressOffer(try #require(EmailAddress("ana@example.com")), asksForCode: asksForCode)
        return AddressRestoringStub(offer, failure: failure)
    }

    private func restore(_ stub: AddressRestoringStub, code: String? = nil) async throws -> ScreenOutcome {
        var secrets = ["new_password": Secret("seven blue cups")]
        secrets["code"] = code.map { Secret($0) }
        return try await screens(nil, stub).send("restore", to: "/address", ["token": Self.token], secrets: secrets)
    }

    @Test(.requirement("DATA-02")) func lookingChangesNothingAndPressingDoes() async throws {
        let stub = try stub()
        let contents = try await screens(nil, stub).show("/address?token=\(Self.token)")
        #expect(check.problems(of: contents, saying: [Self.token, "ana@example.com"]) == [])
        #expect(contents.forms.first?.fields.last?.kind == .newPassword(minimum: 8) && stub.passwords.isEmpty)
        let done = try shown(try await restore(stub))
        #expect(check.problems(of: done) == [] && stub.passwords == ["seven blue cups"])
    }

    @Test(.requirement("DATA-02")) func eachLinkThatCountsNoMoreSaysWhy() async throws {
        var titles: Set<String> = []
        for (error, standing) in [
            (AddressRestoringError.unknownLink, ScreenContents.Standing.unknown), (.expiredLink, .over),
            (.usedLink, .over),
        ] {
            let contents = try shown(try await restore(try stub(error)))
            #expect(contents.standing == standing && check.problems(of: contents) == [])
            titles.insert("\(contents.title)")
        }
        #expect(titles.count == 3)
        let nonsense = try await screens(nil, try stub()).show("/address?token=x")
        #expect(nonsense.standing == .unknown && check.problems(of: nonsense) == [])
        #expect(try await screens(nil, try stub()).show("/address").standing == .unknown)
    }

    @Test(.requirement("DATA-02", "RECOV-14")) func whatIsWrongWithAPasswordIsSaidAtItsField() async throws {
        let error = AddressRestoringError.weakPassword([LocalizedText(verbatim: "Too short.")])
        #expect(error.fields.map(\.pointer) == ["/new_password"])
        await #expect(throws: error) { try await restore(try stub(error)) }
    }

    @Test(.requirement("DATA-02", "MFA-05")) func aCodeIsAskedForWhereAFactorWasInForce() async throws {
        let stub = try stub(asksForCode: true)
        let contents = try await screens(nil, stub).show("/address?token=\(Self.token)")
        #expect(check.problems(of: contents, saying: [Self.token, "ana@example.com"]) == [])
        #expect(contents.forms.first?.fields.last?.kind == .oneTimeCode)
        _ = try await restore(stub, code: "123456")
        #expect(stub.codes == ["123456"])
        for error in [AddressRestoringError.codeNeeded, .wrongCode] {
            #expect(error.fields.map(\.pointer) == ["/code"] && error.remark != nil)
        }
        #expect(AddressRestoringError.tooManyTries(seconds: 61).text.english.contains("2 min"))
    }

    @Test func withoutEitherThereIsNoScreen() async throws {
        await #expect(throws: ScreenRunner.NotFound.self) { try await screens().show("/account/address") }
        await #expect(throws: ScreenRunner.NotFound.self) { try await screens().show("/address") }
    }
}
