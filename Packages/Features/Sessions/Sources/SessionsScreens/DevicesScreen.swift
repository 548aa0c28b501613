import CoreModels
import FoundationEssentials
import Localization
import Presenting
import ScreensAPI
import SessionsAPI

/// The devices on which a person is logged in, and what should not be.
struct DevicesScreen: Sendable {
    let devices: Scoped<any SessionManaging>
    /// Where else one gets from here.
    let links: @Sendable () -> [ScreenLink]

    static let link = ScreenLink(DevicesScreenTexts.title, to: route.place())
    private static let route = ScreenRoute("/account/devices")

    var screen: Screen {
        Screen(
            Self.route, for: .people, sensitive: [.devices],
            actions: [
                ScreenAction("end") { try await end($0) }, ScreenAction("end-others") { try await endOthers($0) },
                ScreenAction("confirm") { try await confirm($0) },
            ]
        ) { request in
            contents(try await devices(at: request.browser).sessions())
        }
    }

    private func contents(_ sessions: DeviceList, ended: [DeviceSession] = []) -> ScreenContents {
        let over: [ScreenBlock] =
            ended.isEmpty
            ? [] : [.section(ScreenSection("ended", DevicesScreenTexts.justEnded, [.entries(ended.map { entry($0) })]))]
        let others = sessions.contains { !$0.isCurrent }, links = links()
        let places = sessions.knowsPlaces == false ? [ScreenBlock.text(.words(DevicesScreenTexts.placesUnknown))] : []
        return ScreenContents(
            .words(DevicesScreenTexts.title),
            noting: notice(of: sessions, after: ended),
            .column(
                [.sensitive(.devices, over + [.entries(sessions.map { entry($0, forms(for: $0)) })])] + places
                    + (others
                        ? [
                            .form(
                                ScreenForm(
                                    "end-others", to: Self.route.place(), button: DevicesScreenTexts.endOthers,
                                    .destructive))
                        ] : []) + (links.isEmpty ? [] : [.links(links)])))
    }

    /// What was done, or else what the person has to look at.
    private func notice(of sessions: DeviceList, after ended: [DeviceSession]) -> ScreenNotice? {
        if !ended.isEmpty { return ScreenNotice(.success, DevicesScreenTexts.ended, nextSteps: [.changePassword]) }
        guard sessions.contains(where: \.isSuspicious) else { return nil }
        return ScreenNotice(.failure, DevicesScreenTexts.someSuspicious)
    }

    private func entry(_ session: DeviceSession, _ blocks: [ScreenBlock] = []) -> ScreenEntry {
        let marks =
            (session.isCurrent ? [ScreenText.words(DevicesScreenTexts.thisOne)] : [])
            + (session.isSuspicious ? [.words(DevicesScreenTexts.suspicious)] : [])
        let place = session.location.map { [ScreenText.words($0.name)] } ?? []
        return ScreenEntry(
            session.device.map { .written($0) } ?? .words(DevicesScreenTexts.unknown),
            marks + place + [
                .moment(DevicesScreenTexts.since, session.createdAt),
                .moment(DevicesScreenTexts.seen, session.lastSeenAt),
            ], blocks)
    }

    private func forms(for session: DeviceSession) -> [ScreenBlock] {
        let id = "\(session.id)", field = ScreenField.unseen("session", id)
        let end = ScreenForm(
            "end", about: id, to: Self.route.place(), [field], button: DevicesScreenTexts.end,
            called: session.device.map { DevicesScreenTexts.end($0) })
        let confirm = ScreenForm(
            "confirm", about: id, to: Self.route.place(), [field], button: DevicesScreenTexts.confirm)
        // That of this device ends by logging out.
        return (session.isSuspicious ? [.form(confirm)] : []) + (session.isCurrent ? [] : [.form(end)])
    }

    // MARK: Actions

    private func end(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = SessionID(sent["session"]) else { throw SessionManagingError.unknownSession }
        // Without a connection they can't be listed, and the end of one waits.
        let devices = try await devices(at: sent.request.browser), before = try? await devices.sessions()
        try await devices.end(id)
        return .show(contents(try await devices.sessions(), ended: before?.filter { $0.id == id } ?? []))
    }

    private func endOthers(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        let devices = try await devices(at: sent.request.browser), before = try await devices.sessions()
        try await devices.endOthers()
        let left = try await devices.sessions()
        return .show(contents(left, ended: before.filter { session in !left.contains { $0.id == session.id } }))
    }

    private func confirm(_ sent: ScreenSubmission) async throws -> ScreenOutcome {
        guard let id = SessionID(sent["session"]) else { throw SessionManagingError.unknownSession }
        try await devices(at: sent.request.browser).confirm(id)
        return .go(Self.route.place())
    }
}

/// What the screen of devices says.
private enum DevicesScreenTexts {
    static let title = LocalizedText(en: "Your devices", es: "Tus dispositivos")
    static let thisOne = LocalizedText(en: "This is the one that you use.", es: "Es el que estás usando.")
    static let suspicious = LocalizedText(
        en: "This login isn't like you. Was it you?", es: "Este inicio de sesión no es habitual en ti. ¿Fuiste tú?")
    static let someSuspicious = LocalizedText(
        en: "A login isn't like you. Look at your devices: say that it was you, or end it.",
        es: "Hay un inicio de sesión que no es habitual en ti. Mira tus dispositivos: di que fuiste tú o termínalo.")
    static let placesUnknown = LocalizedText(
        en: "The places are unknown: this server has no locator.",
        es: "No se conocen los lugares: este servidor no tiene localizador.")
    static let justEnded = LocalizedText(en: "Ended just now", es: "Terminado ahora mismo")
    static let unknown = LocalizedText(en: "An unknown device", es: "Un dispositivo desconocido")
    static let end = LocalizedText(en: "End this session", es: "Terminar esta sesión")

    static func end(_ device: String) -> LocalizedText {
        LocalizedText(en: "\(end.english): \(device)", es: "\(end.spanish): \(device)")
    }

    static let endOthers = LocalizedText(en: "End all other sessions", es: "Terminar las demás sesiones")
    static let confirm = LocalizedText(en: "It was me", es: "Fui yo")
    static let ended = LocalizedText(
        en: "This is over now. If somebody else used your account, choose a new password too.",
        es: "Esto ha terminado. Si alguien más usó tu cuenta, elige también una contraseña nueva.")

    static let since = LocalizedText(en: "Logged in on", es: "Sesión iniciada el")
    static let seen = LocalizedText(en: "Last used on", es: "Usado por última vez el")
}
