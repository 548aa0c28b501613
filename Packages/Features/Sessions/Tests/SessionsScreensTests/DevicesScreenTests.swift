import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import Presenting
import ScreensAPI
import ScreensTesting
import SessionsAPI
import SessionsScreens
import SessionsTesting
import Testing

struct DevicesScreenTests {
    private let current = session("Firefox, Linux", isCurrent: true)
    private let lost = session(ScreenCheck.hostile[1], isSuspicious: true)

    private static func session(
        _ device: String?, isCurrent: Bool = false, isSuspicious: Bool = false
    ) -> DeviceSession {
        DeviceSession(
            id: SessionID(UUID()), device: device, location: "Lima",
            createdAt: Date(timeIntervalSince1970: 1_799_000_000),
            lastSeenAt: Date(timeIntervalSince1970: 1_799_900_000), isCurrent: isCurrent, isSuspicious: isSuspicious)
    }

    private func screens(_ spy: SessionManagingSpy) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(SessionsScreensPlugin.self, .init(devices: Scoped(always: spy)))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    @Test(.requirement("BROWSERLOGIN-12")) func otherFeaturesLeadOnFromHere() async throws {
        let link = ScreenLink(LocalizedText(en: "On", es: "Más"), to: .home), spy = SessionManagingSpy([current])
        var host = PluginHost()
        try host.install(SessionsScreensPlugin.self, .init(devices: Scoped(always: spy), links: { [link] }))
        let contents = try await ScreenRunner(host.composed().values(of: Screens.self)).show("/account/devices")
        #expect(contents.blocks.last == .links([link]))
    }

    private func contents(_ outcome: ScreenOutcome) throws -> ScreenContents {
        let shown: ScreenContents? = if case .show(let contents) = outcome { contents } else { nil }
        return try #require(shown)
    }

    private let check = ScreenCheck(places: ["/account/devices"])

    @Test(.requirement("SESS-01")) func allDevicesAreShown() async throws {
        let contents = try await screens(SessionManagingSpy([current, lost, Self.session(nil)])).show(
            "/account/devices")
        #expect(check.problems(of: contents, saying: ["Firefox, Linux", ScreenCheck.hostile[1], "Lima"]) == [])
        #expect(contents.forms.map(\.name) == ["confirm", "end", "end", "end-others"])
    }

    @Test(.requirement("SESS-02", "SESS-22")) func withoutALocatorThePageSaysSoOnce() async throws {
        let note = ScreenBlock.text(
            .words(
                LocalizedText(
                    en: "The places are unknown: this server has no locator.",
                    es: "No se conocen los lugares: este servidor no tiene localizador.")))
        for (knowsPlaces, count) in [(false, 1), (true, 0), (nil, 0)] as [(Bool?, Int)] {
            let spy = SessionManagingSpy([current, lost], knowsPlaces: knowsPlaces)
            let contents = try await screens(spy).show("/account/devices")
            #expect(check.problems(of: contents) == [] && contents.blocks.count { $0 == note } == count)
        }
    }

    @Test(.requirement("SESS-20")) func whatWasEndedIsShown() async throws {
        let spy = SessionManagingSpy([current, lost])
        let outcome = try await screens(spy).send("end", to: "/account/devices", ["session": "\(lost.id)"])
        #expect(spy.calls.contains(.end(lost.id)))
        #expect(check.problems(of: try contents(outcome), saying: [ScreenCheck.hostile[1]]) == [])
        let none = SessionManagingSpy([current])
        for id in ["", "x", "\(lost.id)"] {
            await #expect(throws: SessionManagingError.unknownSession) {
                try await screens(none).send("end", to: "/account/devices", ["session": id])
            }
        }
    }

    @Test(.requirement("OFFLINE-03")) func withoutAConnectionTheEndOfOneWaits() async throws {
        let spy = SessionManagingSpy([current, lost]), text = LocalizedText(en: "It waits.", es: "Espera.")
        spy.fail(with: .connectivity(text), .waiting(text))
        await #expect(throws: SessionManagingError.waiting(text)) {
            try await screens(spy).send("end", to: "/account/devices", ["session": "\(lost.id)"])
        }
        #expect(spy.calls.contains(.end(lost.id)))
    }

    @Test(.requirement("SESS-20")) func allOthersEndAtOnce() async throws {
        let spy = SessionManagingSpy([current, lost])
        let outcome = try await screens(spy).send("end-others", to: "/account/devices")
        #expect(spy.calls.contains(.endOthers))
        #expect(check.problems(of: try contents(outcome)) == [])
    }

    @Test func aPersonSaysThatItWasThem() async throws {
        let spy = SessionManagingSpy([current, lost])
        _ = try await screens(spy).send("confirm", to: "/account/devices", ["session": "\(lost.id)"])
        #expect(spy.calls == [.confirm(lost.id)])
    }

    @Test func whatFailsIsToldByItsError() async throws {
        let spy = SessionManagingSpy([current])
        spy.fail(with: .notLoggedIn)
        await #expect(throws: SessionManagingError.notLoggedIn) { try await screens(spy).show("/account/devices") }
    }
}
