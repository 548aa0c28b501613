import CoreModels
import FoundationEssentials
import KernelTesting
import LoginScreensAPI
import PasskeysAPI
import PasskeysScreens
import PasskeysTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import Testing

struct PasskeyScreensTests {
    private static let place = "/account/passkeys", signIn = "/sign-in/passkey"
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let check = ScreenCheck(places: [place, signIn, "/sign-in"])
    private let user = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true, createdAt: start)
    private let hostile = Passkey(
        id: UUID(), name: ScreenCheck.hostile[0], madeAt: start, usedAt: nil, isBackedUp: false, copySeenAt: start)
    private let telephone = Passkey(id: UUID(), name: "Telephone", madeAt: start, usedAt: start, isBackedUp: true)

    private func composition(_ passkeys: PasskeysFake, isOffered: Bool = true) throws -> Composition {
        var host = PluginHost()
        try host.install(
            PasskeysScreensPlugin.self,
            .init(signingIn: Scoped(always: passkeys), passkeys: Scoped(always: passkeys), isOffered: isOffered))
        return try host.composed()
    }

    private func screens(_ passkeys: PasskeysFake, as person: User?) throws -> ScreenRunner {
        ScreenRunner(try composition(passkeys).values(of: Screens.self), as: person)
    }

    private func shown(_ outcome: ScreenOutcome) throws -> ScreenContents {
        switch outcome {
        case .show(let contents), .again(let contents, _): contents
        default: throw CancellationError()
        }
    }

    @Test(.requirement("SANIT-06", "PASSKEY-02")) func isFitToBeShownInEachState() async throws {
        for passkeys in [[], [telephone], [hostile, telephone]] {
            let screens = try screens(PasskeysFake(of: user, passkeys), as: user)
            for query in ["", "?done=added", "?done=renamed", "?done=removed"] {
                let contents = try await screens.show(Self.place + query)
                #expect(check.problems(of: contents, saying: passkeys.map(\.name)) == [])
            }
        }
        let stranger = try screens(PasskeysFake(of: user), as: nil)
        #expect(check.problems(of: try await stranger.show(Self.signIn)) == [])
    }

    @Test(.requirement("PASSKEY-02")) func oneIsMadeAndNamed() async throws {
        let passkeys = PasskeysFake(of: user), screens = try screens(passkeys, as: user)
        let making = try shown(try await screens.send("begin", to: Self.place))
        #expect(check.problems(of: making) == [])
        let question = AuthenticatorQuestion(.making, options: PasskeysFake.question.options)
        #expect(making.forms.first?.fields.last?.kind == .authenticator(question))
        for (answer, name, error) in [
            ("", "Stick", PasskeyError.noAnswer), ("{}", "Stick", .refused), (PasskeysFake.answer, "", .invalidName),
        ] {
            let outcome = try await screens.send("add", to: Self.place, ["answer": answer, "name": name])
            guard case .again(let contents, let told) = outcome else {
                Issue.record("\(outcome)")
                continue
            }
            #expect(told.code == error.code && check.problems(of: contents) == [])
        }
        _ = try await screens.send("add", to: Self.place, ["answer": PasskeysFake.answer, "name": "Stick"])
        #expect(try await passkeys.passkeys().map(\.name) == ["Stick"])
    }

    @Test(.requirement("PASSKEY-02")) func whoLoggedInLongAgoLogsInFirst() async throws {
        let screens = try screens(PasskeysFake(of: user, isRecent: false), as: user)
        await #expect(throws: PasskeyError.notRecent) { try await screens.send("begin", to: Self.place) }
        #expect(PasskeyError.notRecent.nextSteps == [.logIn] && PasskeyError.notRecent.nature == .credentials)
    }

    @Test(.requirement("PASSKEY-02", "PASSKEY-04")) func oneIsRenamedAndRemovedButNotTheLast() async throws {
        let passkeys = PasskeysFake(of: user, [hostile, telephone]), screens = try screens(passkeys, as: user)
        let first = ["passkey": hostile.id.uuidString], last = ["passkey": telephone.id.uuidString]
        _ = try await screens.send("rename", to: Self.place, first.merging(["name": "Stick"]) { $1 })
        #expect(try await passkeys.passkeys().map(\.name) == ["Stick", "Telephone"])
        _ = try await screens.send("remove", to: Self.place, first)
        await #expect(throws: PasskeyError.lastWay) { try await screens.send("remove", to: Self.place, last) }
        await #expect(throws: PasskeyError.unknown) { try await screens.send("remove", to: Self.place, [:]) }
    }

    @Test(.requirement("PASSKEY-01")) func whoHasOneLogsInAndGoesOn() async throws {
        let passkeys = PasskeysFake(of: user), screens = try screens(passkeys, as: nil)
        let outcome = try await screens.send("passkey", to: Self.signIn, ["answer": PasskeysFake.answer])
        guard case .signedIn(.home, nil) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        await #expect(throws: PasskeyError.refused) {
            try await screens.send("passkey", to: Self.signIn, ["answer": "{}"])
        }
        await #expect(throws: PasskeyError.noAnswer) { try await screens.send("passkey", to: Self.signIn, [:]) }
    }

    @Test(.requirement("PASSKEY-01", "DATA-04")) func whatALoginTookBackIsSaid() async throws {
        let screens = try screens(PasskeysFake(of: user, keepsAccount: true), as: nil)
        let outcome = try await screens.send("passkey", to: Self.signIn, ["answer": PasskeysFake.answer])
        guard case .signedIn(.home, let notice?) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        #expect("\(notice)".contains("Your account was to be deleted."))
    }

    @Test(.requirement("PASSKEY-01")) func itIsOfferedWherePeopleLogIn() async throws {
        let composition = try composition(PasskeysFake(of: user))
        let section = try #require(composition.values(of: SignInSections.self).first)
        let request = ScreenRequest(
            SignInSection.place, query: ["then": "/publish"], now: Self.start)
        let blocks = try await section.show(request)
        let contents = ScreenContents(.words(PasskeyError.over.text), .column(blocks))
        let form = try #require(contents.forms.first)
        let question = AuthenticatorQuestion(.offering, options: PasskeysFake.question.options)
        #expect(form.fields.map(\.kind) == [.authenticator(question)])
        #expect(form.place.parameters == ["then": "/publish"])
        #expect(try self.composition(PasskeysFake(of: user), isOffered: false).values(of: SignInSections.self).isEmpty)
    }

    @Test(.requirement("PASSKEY-01", "MFA-03")) func itProvesOnceMoreWhoOneIs() async throws {
        let passkeys = PasskeysFake(of: user, [telephone], isRecent: false)
        let way = try #require(try composition(passkeys).values(of: AuthenticationWays.self).first)
        let request = ScreenRequest(.home, person: user, now: Self.start)
        #expect(try await way.ask(request)?.fields.count == 1)
        try await way.prove(ScreenSubmission(request, values: ["answer": PasskeysFake.answer]))
        _ = try await passkeys.makingQuestion()
        let nobody = try #require(try composition(PasskeysFake(of: user)).values(of: AuthenticationWays.self).first)
        #expect(try await nobody.ask(request) == nil)
    }
}
