import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import PluginKit
import ScreensAPI
import ScreensTesting
import SessionsAPI
import SessionsScreens
import SessionsTesting
import Testing

struct NoticesScreenTests {
    private static let stranger = SessionID(UUID())
    private let devices = SessionManagingSpy([.sample(id: stranger)]), list: SecurityNoticeListFake

    init() {
        func kept(
            _ id: Int, _ kind: SecurityNotice.Kind, device: String? = nil, isSeen: Bool = false,
            isSuspicious: Bool = false
        ) -> KeptSecurityNotice {
            KeptSecurityNotice(
                id: id, SecurityNotice(kind, happenedAt: Date(timeIntervalSince1970: 1_799_000_000)), device: device,
                location: device.map { _ in "Lima" }, isSeen: isSeen, isSuspicious: isSuspicious)
        }
        list = SecurityNoticeListFake([
            kept(
                9, .suspiciousAccess(Self.stranger, device: nil, location: nil, reasons: ["new_device"]),
                device: ScreenCheck.hostile[0], isSuspicious: true),
            kept(8, .unknown(ScreenCheck.hostile[1])),
            kept(7, .sessionEnded(Self.stranger, isCurrent: false, reason: "reuse"), device: "phone", isSeen: true),
            kept(6, .passwordChanged, isSeen: true),
            kept(5, .wayInChanged(way: "second_factor", change: "lost", provider: nil), isSeen: true),
            kept(4, .wayInChanged(way: "provider", change: "removed", provider: ScreenCheck.hostile[2]), isSeen: true),
        ])
    }

    private func screens(_ list: SecurityNoticeListFake) throws -> ScreenRunner {
        var host = PluginHost()
        try host.install(
            SessionsScreensPlugin.self, .init(devices: Scoped(always: devices), notices: Scoped(always: list)))
        return ScreenRunner(try host.composed().values(of: Screens.self))
    }

    private let check = ScreenCheck(places: ["/account/devices", "/account/notices"])

    @Test(.requirement("SESS-11", "SESS-12", "SESS-20")) func whatHappenedIsShownWithWhatCanBeDone() async throws {
        let contents = try await screens(list).show("/account/notices")
        let texts = [
            "A login that isn't like you (new device).", "somebody had a copy of a token", "Your password was changed.",
            "Somebody said that your second factor is lost.", "is no way into your account any more.",
        ]
        let english = check.problems(of: contents, saying: [ScreenCheck.hostile[0], "Lima", "phone"])
        #expect(english == [])
        let problems = check.problems(of: contents, saying: texts)
        #expect(problems.allSatisfy { $0.hasPrefix("es: ") }, "\(problems)")
        #expect(contents.forms.map(\.name) == ["confirm", "end", "seen"])
        #expect(contents.permissions == [.notifications] && contents.sensitivities.map(\.name) == ["devices"])
    }

    @Test(.requirement("SESS-12")) func whatNobodyHasSeenIsCountedAtTheWayThere() async throws {
        var host = PluginHost()
        try host.install(
            SessionsScreensPlugin.self, .init(devices: Scoped(always: devices), notices: Scoped(always: list)))
        let news = try host.composed().values(of: ScreenNews.self)
        let counts = await news.counts(at: .unknown)
        let label = LocalizedText(en: "Your account", es: "Tu cuenta")
        func told(_ place: Place) -> LocalizedText { ScreenLink(label, to: place).telling(counts).label }
        #expect(told(ScreenRoute("/account").place()).english == "Your account · 2 new")
        #expect(told(ScreenRoute("/account/notices").place()).spanish == "Tu cuenta · 2 sin ver")
        #expect(told(ScreenRoute("/account/devices").place()) == label && told(ScreenRoute("/acc").place()) == label)
        _ = try await screens(list).send("seen", to: "/account/notices", ["notice": "9"])
        #expect(await news.counts(at: .unknown).isEmpty)
    }

    @Test func whatWasSeenIsntNewAnyMore() async throws {
        _ = try await screens(list).send("seen", to: "/account/notices", ["notice": "9"])
        #expect(try await screens(list).show("/account/notices").forms.map(\.name) == ["confirm", "end"])
        _ = try await screens(list).send("seen", to: "/account/notices", ["notice": "x"])
    }

    @Test(.requirement("SESS-12")) func aPersonSaysThatItWasThem() async throws {
        _ = try await screens(list).send("confirm", to: "/account/notices", ["session": "\(Self.stranger)"])
        #expect(devices.calls == [.confirm(Self.stranger)])
        await #expect(throws: SessionManagingError.unknownSession) {
            try await screens(list).send("confirm", to: "/account/notices", ["session": "x"])
        }
    }

    @Test func nothingIsAScreenToo() async throws {
        let contents = try await screens(SecurityNoticeListFake()).show("/account/notices")
        #expect(check.problems(of: contents) == [] && contents.forms.isEmpty)
    }
}
