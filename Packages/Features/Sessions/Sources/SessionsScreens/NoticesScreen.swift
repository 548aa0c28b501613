import CoreModels
import Localization
import Presenting
import ScreensAPI
import SessionsAPI
import SessionsDialogue

/// What happened to a person's account lately.
struct NoticesScreen: Sendable {
    let notices: Scoped<any SecurityNoticeListing>
    let devices: Scoped<any SessionManaging>

    static let link = ScreenLink(NoticesScreenTexts.title, to: route.place())
    private static let route = ScreenRoute("/account/notices")

    /// Telling what happens outside of the page.
    static let permission = ScreenPermission(
        .notifications, of: NoticesScreenTexts.title, purpose: NoticesScreenTexts.purpose,
        without: NoticesScreenTexts.without)

    var screen: Screen {
        Screen(
            Self.route, for: .people, sensitive: [.devices],
            actions: [ScreenAction("seen", perform: markSeen), ScreenAction("confirm", perform: confirm)]
        ) { request in
            contents(try await notices(at: request.browser).notices())
        }
    }

    private func contents(_ all: [KeptSecurityNotice]) -> ScreenContents {
        let primer = PermissionPrimer(Self.permission, button: NoticesScreenTexts.tellMe)
        guard let latest = all.first else {
            return ScreenContents(
                .words(NoticesScreenTexts.title),
                .column([.text(.words(NoticesScreenTexts.none)), .links([DevicesScreen.link]), .permission(primer)]))
        }
        let seen = ScreenForm(
            "seen", to: Self.route.place(), [.unseen("notice", "\(latest.id)")], button: NoticesScreenTexts.markSeen)
        return ScreenContents(
            .words(NoticesScreenTexts.title),
            .column(
                [.entries(all.map(entry))] + (all.contains { !$0.isSeen } ? [.form(seen)] : [])
                    + [.links([DevicesScreen.link]), .permission(primer)]))
    }

    private func entry(_ kept: KeptSecurityNotice) -> ScreenEntry {
        let facts = [kept.device.map { ScreenText.written($0) }, kept.location.map { .words($0.name) }].compactMap(
            \.self)
        return ScreenEntry(
            .words(SecurityNoticeWords.headline(kept.notice.kind)),
            (kept.isSeen ? [] : [.words(NoticesScreenTexts.new)])
                + [.moment(nil, kept.notice.happenedAt)],
            (facts.isEmpty ? [] : [.sensitive(.devices, [.lines(facts)])]) + ways(after: kept))
    }

    /// A login that nobody has said anything of is the person's or ends.
    private func ways(after kept: KeptSecurityNotice) -> [ScreenBlock] {
        guard kept.isSuspicious, case .suspiciousAccess(let id?, _, _, _) = kept.notice.kind else { return [] }
        let confirm = ScreenForm(
            "confirm", about: "\(id)", to: Self.route.place(), [.unseen("session", "\(id)")],
            button: NoticesScreenTexts.confirm)
        let end = ScreenForm(
            "end", about: "\(id)", to: DevicesScreen.link.place, [.unseen("session", "\(id)")],
            button: NoticesScreenTexts.notMe)
        return [.form(confirm), .form(end)]
    }

    // MARK: Actions

    private func markSeen(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        if let id = Int(sent["notice"]) { try await notices(at: sent.request.browser).markSeen(upTo: id) }
        return .go(Self.route.place())
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = SessionID(sent["session"]) else { throw SessionManagingError.unknownSession }
        try await devices(at: sent.request.browser).confirm(id)
        return .go(Self.route.place())
    }
}

/// What the screen of notices says.
enum NoticesScreenTexts {
    static let title = LocalizedText(en: "What happened", es: "Lo ocurrido")
    static let none = LocalizedText(
        en: "Nothing happened to your account that you should know of.",
        es: "No ha ocurrido nada con tu cuenta que debas saber.")
    static let new = LocalizedText(en: "New", es: "Nuevo")
    static let markSeen = LocalizedText(en: "Mark all as seen", es: "Marcar todo como visto")
    static let confirm = LocalizedText(en: "It was me", es: "Fui yo")
    static let notMe = LocalizedText(en: "It wasn't me: end it", es: "No fui yo: terminarla")
    static let tellMe = LocalizedText(
        en: "Tell me outside of this page, too", es: "Avisarme también fuera de esta página")
    static let purpose = LocalizedText(
        en: "What happens to your account, such as a login that isn't like you, is told at once while a page of this "
            + "server is open.",
        es: "Lo que ocurra con tu cuenta, como un inicio de sesión inusual, se avisa enseguida mientras haya abierta "
            + "una página de este servidor.")
    static let without = LocalizedText(
        en: "It is all at “\(title.english)”, and what is serious comes by mail.",
        es: "Todo está en «\(title.spanish)», y lo grave llega por correo.")
}
