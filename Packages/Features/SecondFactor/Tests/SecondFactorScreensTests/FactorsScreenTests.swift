import CoreModels
import FoundationEssentials
import KernelTesting
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SecondFactorAPI
import SecondFactorScreens
import SecondFactorTesting
import Testing

struct FactorsScreenTests {
    private static let place = "/account/factors"
    private let check = ScreenCheck(places: [place])
    private let person = User(
        id: UserID(UUID()), name: "Ana", email: EmailAddress("ana@example.com")!, isVerified: true,
        createdAt: Date(timeIntervalSince1970: 1_700_000_000))

    private func screens(_ factors: any FactorManaging) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(SecondFactorScreensPlugin.self, .init(factors: Scoped(always: factors)))
        return ScreenRunner(try host.composed().values(of: Screens.self), as: person)
    }

    private func shown(_ outcome: ScreenOutcome) throws -> ScreenContents {
        switch outcome {
        case .show(let contents), .again(let contents, _): contents
        default: throw CancellationError()
        }
    }

    @Test(.requirement("SANIT-06")) func isFitToBeShownInEachState() async throws {
        for (isOn, isLost) in [(false, false), (true, false), (true, true)] {
            let contents = try await screens(FactorManagingFake(isOn: isOn, isLost: isLost)).show(Self.place)
            #expect(check.problems(of: contents) == [])
        }
    }

    @Test(.requirement("MFA-01", "SCREEN-01")) func settingUpShowsAPictureAndTakesTheCodeBack() async throws {
        let screens = try screens(FactorManagingFake())
        let setup = try shown(try await screens.send("add", to: Self.place))
        #expect(check.problems(of: setup, saying: ["GEZD GNBV"]) == [])
        // All that makes codes is masked, and nothing of it is elsewhere.
        let masked = setup.blocks.flatMap { block -> [ScreenBlock] in
            guard case .sensitive(let sensitivity, let blocks) = block else { return [] }
            return sensitivity.name == "authenticator-key" ? blocks : []
        }
        #expect(masked.contains { if case .squares(let squares) = $0 { squares.rows.count > 20 } else { false } })
        #expect(masked.contains(.code("GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ")))
        let way = masked.compactMap { if case .program(let link) = $0 { link.address } else { nil } }
        #expect(way == [FactorManagingFake.address], "the camera can't read the telephone's own screen")
        #expect(setup.blocks.count == 3)
        let along = try #require(setup.forms.first).fields.filter { $0.kind == .unseen }
        let wrong = try await screens.send(
            "confirm", to: Self.place, Dictionary(uniqueKeysWithValues: along.map { ($0.name, $0.value) }),
            secrets: ["code": Secret("000000")])
        #expect(check.problems(of: try shown(wrong), saying: ["GEZD GNBV"]) == [], "the secret is there still")
        #expect(try shown(wrong).blocks == setup.blocks)
        let code = ["code": Secret(FactorManagingFake.code)]
        let done = try shown(try await screens.send("confirm", to: Self.place, [:], secrets: code))
        #expect(check.problems(of: done, saying: ["AAAAA-BBBB0", "AAAAA-BBBB9"]) == [])
    }

    /// Who takes their time proves once more who they are, and goes on with what the authenticator knows.
    @Test(.requirement("MFA-01", "MFA-03")) func whoConfirmsLateKeepsWhatTheAuthenticatorKnows() async throws {
        let factors = FactorManagingFake(isRecent: false), screens = try screens(factors)
        let carried = ["setup": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "address": FactorManagingFake.address]
        let late = try await screens.send(
            "confirm", to: Self.place, carried, secrets: ["code": Secret(FactorManagingFake.code)])
        #expect(try shown(late).forms.first?.fields.map(\.name) == ["password", "wish", "kind", "setup", "address"])
        let sent = carried.merging(["wish": "confirm", "kind": ""]) { $1 }
        let again = try await screens.send(
            "again", to: Self.place, sent, secrets: ["password": Secret(FactorManagingFake.password)])
        #expect(check.problems(of: try shown(again), saying: ["GEZD GNBV"]) == [])
        #expect(try shown(again).forms.first?.name == "confirm")
    }

    @Test(.requirement("MFA-05")) func whoeverHasASessionKeepsTheFactor() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false, isLost: true)
        let kept = try shown(try await screens(factors).send("keep", to: Self.place))
        #expect(check.problems(of: kept) == [])
        #expect(try await factors.factors().endsAt == nil)
    }

    @Test(.requirement("MFA-03", "MFA-05")) func whomATypedCodeLetInProvesWhoTheyAreBeforeItIsKept() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false, isLost: true, isProvedHere: false)
        let asked = try shown(try await screens(factors).send("keep", to: Self.place))
        #expect(asked.forms.first?.fields.map(\.name) == ["password", "code", "wish", "kind"])
        #expect(try await factors.factors().endsAt != nil)
        _ = try await screens(factors).send(
            "again", to: Self.place, ["wish": "keep", "kind": "code"],
            secrets: ["password": Secret(FactorManagingFake.password), "code": Secret(FactorManagingFake.code)])
        #expect(try await factors.factors().endsAt == nil)
    }

    @Test(.requirement("MFA-03")) func whoWasNotAuthenticatedLatelyIsAskedAndGoesOn() async throws {
        let factors = FactorManagingFake(isOn: true, isRecent: false), screens = try screens(factors)
        let asked = try shown(try await screens.send("remove", to: Self.place))
        #expect(asked.forms.first?.fields.map(\.name) == ["password", "code", "wish", "kind"])
        #expect(check.problems(of: asked) == [])
        let sent = ["wish": "remove", "kind": "code"]
        let wrong = try await screens.send(
            "again", to: Self.place, sent, secrets: ["password": Secret("x"), "code": Secret("y")])
        guard case .again(_, let error) = wrong else {
            Issue.record("\(wrong)")
            return
        }
        #expect(error.fields.map(\.pointer) == ["/password"] && error.nextSteps == [.recover])
        let done = try await screens.send(
            "again", to: Self.place, sent,
            secrets: ["password": Secret(FactorManagingFake.password), "code": Secret(FactorManagingFake.code)])
        #expect(check.problems(of: try shown(done)) == [])
        #expect(try await factors.factors().authenticatorSince == nil)
    }

    @Test(.requirement("MFA-03", "D22")) func whoHasNoPasswordLogsInOnceMore() async throws {
        let screens = try screens(FactorManagingFake(isRecent: false, hasPassword: false))
        let error = await #expect(throws: FactorError.self) { _ = try await screens.send("add", to: Self.place) }
        #expect(error == .loginNeeded && error?.nature == .credentials && error?.nextSteps.first == .logIn)
    }

    @Test(.requirement("MFA-03", "D22")) func whoHasAPasswordMayLogInInAnotherWay() async throws {
        let screens = try screens(FactorManagingFake(isRecent: false))
        let asked = try shown(try await screens.send("add", to: Self.place))
        #expect(asked.forms.map(\.name) == ["again", "login"])
        await #expect(throws: FactorError.loginNeeded) { _ = try await screens.send("login", to: Self.place) }
    }
}
