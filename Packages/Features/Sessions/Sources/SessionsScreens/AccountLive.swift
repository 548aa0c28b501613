import Localization
import ScreensAPI
import SessionsAPI
import SessionsDialogue

/// Tells a person on every screen what happens to the account.
struct AccountLive: Sendable {
    let events: Scoped<any SecurityNoticeFollowing>

    var source: LiveSource {
        LiveSource("account", for: .people) { _, request, tell in
            let (news, heard) = AsyncStream.makeStream(of: LiveNews.self, bufferingPolicy: .bufferingNewest(16))
            let events = try await events(at: request.browser)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { heard.finish() }
                    try await events.follow { if let news = Self.news(of: $0) { heard.yield(news) } }
                    // The session is over, and no longer kept.
                    heard.yield(.signedOut)
                }
                for await news in news { try await tell(news) }
                group.cancelAll()
                try await group.waitForAll()
            }
        }
    }

    private static func news(of heard: SecurityNews) -> LiveNews? {
        guard case .notice(let notice) = heard else { return nil }
        switch notice.kind {
        case .suspiciousAccess: return .notice(ScreenNotice(.remark, newLogin))
        case .passwordChanged: return .notice(ScreenNotice(.remark, passwordChanged))
        case .wayInChanged: return .notice(ScreenNotice(.remark, SecurityNoticeWords.headline(notice.kind)))
        case .sessionEnded, .emailVerified, .unknown: return nil
        }
    }

    /// Without where and with what, which whoever logged in chose: that stands where
    /// it is plain whose words they are.
    private static let newLogin = LocalizedText(
        en:
            "Somebody logged in to your account in an unusual way. Under your account, “\(NoticesScreenTexts.title.english)” "
            + "says more.",
        es: "Alguien inició sesión en tu cuenta de forma inusual. En tu cuenta, «\(NoticesScreenTexts.title.spanish)» "
            + "dice más.")

    private static let passwordChanged = LocalizedText(
        en: "The password of your account was changed.", es: "Se cambió la contraseña de tu cuenta.")
}
