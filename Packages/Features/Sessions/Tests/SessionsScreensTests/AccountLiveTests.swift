import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import PluginKit
import ScreensAPI
import SessionsAPI
import SessionsScreens
import SessionsTesting
import Testing

struct AccountLiveTests {
    private func told(_ news: [SecurityNews], failure: SessionManagingError? = nil) async throws -> [LiveNews] {
        var host = PluginHost()
        let notices = SecurityNoticesStub(news, failure: failure)
        try host.install(
            SessionsScreensPlugin.self,
            .init(devices: Scoped(always: SessionManagingSpy()), events: Scoped(always: notices)))
        let source = try #require(try host.composed().values(of: LiveSources.self).first)
        #expect(source.name == "account" && source.audience == .people)
        let told = Locked<[LiveNews]>([])
        do {
            try await source.follow("", ScreenRequest(.home, now: Date(timeIntervalSince1970: 0))) { news in
                told.withLock { $0.append(news) }
            }
        } catch {
            #expect(failure != nil)
        }
        return told.current
    }

    private func notice(_ kind: SecurityNotice.Kind) -> SecurityNews {
        .notice(SecurityNotice(kind, happenedAt: Date(timeIntervalSince1970: 0)))
    }

    @Test(.requirement("SESS-06", "SESS-11")) func thePersonHearsOfLoginsAndOfTheEnd() async throws {
        let news = try await told([
            .connected, notice(.suspiciousAccess(nil, device: "Firefox, Linux", location: "Lisbon", reasons: [])),
            notice(.passwordChanged), notice(.emailVerified),
            notice(.wayInChanged(way: "passkey", change: "added", provider: nil)),
            notice(.sessionEnded(nil, isCurrent: true, reason: nil)),
        ])
        guard case .notice(let login) = news.first else { return #expect(Bool(false), "\(news)") }
        #expect(login.text.english.contains("“What happened”") && login.text.spanish.contains("«Lo ocurrido»"))
        #expect(!login.text.english.contains("Firefox") && !login.text.spanish.contains("Lisbon"))
        guard case .notice(let way) = news[2] else { return #expect(Bool(false), "\(news)") }
        #expect(way.text == LocalizedText(en: "A passkey was added.", es: "Se añadió una llave de acceso."))
        #expect(news.count == 4 && news.last == .signedOut)
    }

    @Test func aStreamThatIsLostIsNoEnd() async throws {
        #expect(try await told([.connected], failure: .server) == [])
    }
}
