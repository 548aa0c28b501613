import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization
import MailAPI
import PlacesAPI
import Presenting
import SQLStoreAPI
import SessionsAPI
import SessionsContract
import SessionsServiceAPI
import TelemetryAPI

/// Writes to a person of a login that isn't like them.
struct SuspiciousAccessMail: Sendable {
    let mail: any MailSending
    /// What people can do: the message names no other way.
    let offered: @Sendable () -> [NextStep]
    let ways: LetterWays
    let places: Places
    let log: Logger

    /// The shortest time between two messages to one person, and how many there
    /// are within an hour: who knows a password must not be able to flood the
    /// person with mail.
    private static let interval: TimeInterval = 60
    private static let hourly = 5
    /// How many there are within an hour of devices that a typed code let in.
    ///
    /// No other login uses them up, such as that which the page for codes asks for a moment
    /// before. Somebody who is logged in has to type a code for each.
    private static let hourlyByCode = 20

    /// Whether a message may be sent for an access that is about to be recorded.
    ///
    /// What lies in the future was recorded before the clock was set back and
    /// counts no more.
    static func isAllowed(
        for user: UserID, because reasons: [SuspicionReason], at now: Date, in db: any SQLReading
    ) throws -> Bool {
        let isByCode = reasons.contains(.typedCode)
        let before = try SecurityEventRow.suspiciousAccesses(
            of: user, after: now.addingTimeInterval(-3_600), until: now, for: .typedCode, isByCode, in: db)
        if isByCode { return before.count < hourlyByCode }
        return before.count < hourly && before.latest.map { now.timeIntervalSince($0) >= interval } ?? true
    }

    /// Sends the message; that it can't be handed over undoes no login.
    func send(
        about session: SessionID, because reasons: [SuspicionReason], of user: User, on client: SessionClient,
        at now: Date
    ) async {
        // RFC 2606, section 2: nothing arrives there.
        guard !user.email.canonical.hasSuffix(".invalid") else { return }
        let place = places.place(of: client.address)
        do throws(MailError) {
            try await mail.send(
                message(
                    reasons.contains(.typedCode)
                        ? .deviceLetIn(offering: offered()) : .suspiciousAccess(offering: offered()),
                    about: session, to: user, client.address, place, at: now))
        } catch {
            log.failure("mail not handed over", ["user": user.id, "reason": "\(error)"])
        }
    }

    /// The name of the device stays out: whoever logged in chose it, and may
    /// have chosen it as the message.
    private func message(
        _ template: MailTemplate, about session: SessionID, to user: User, _ address: IPAddress?, _ place: Place?,
        at now: Date
    ) -> MailMessage {
        let origin = [address.map { LocalizedText(verbatim: $0.description) }, place?.name].compactMap(\.self)
        let time = LocalizedText.momentInUTC(now)
        func below(_ parts: [String]) -> String { parts.isEmpty ? "" : "\n    " + parts.joined(separator: ", ") }
        return MailMessage(
            recipient: user.email, name: user.provenName, template: template,
            values: [
                "session": "\(session)",
                "confirm": ways.way(to: .listSessions, or: "essential sessions confirm \(session)"),
                "end": ways.way(to: .listSessions, or: "essential sessions end \(session)"),
            ],
            texts: [
                "access": LocalizedText(
                    en: time.english + below(origin.map(\.english)), es: time.spanish + below(origin.map(\.spanish)))
            ])
    }
}

extension MailTemplate {
    /// Somebody logged in in a way that isn't like the person.
    ///
    /// - Parameter steps: What people can do.
    static func suspiciousAccess(offering steps: [NextStep]) -> MailTemplate {
        let choose = choosing(offering: steps)
        return MailTemplate(
            "suspicious-access",
            subject: LocalizedText(en: "{product}: new login", es: "{product}: nuevo inicio de sesión"),
            text: LocalizedText(
                en: """
                    {hello}

                    Somebody logged in to your account at {product} in a way that isn't like you:

                        {access}

                    Was it you? Then say so:

                        {confirm}

                    If not, end that session\(choose?.english ?? ""):

                        {end}
                    """,
                es: """
                    {hello}

                    Alguien inició sesión en tu cuenta de {product} de una forma que no es
                    habitual en ti:

                        {access}

                    ¿Fuiste tú? Dilo:

                        {confirm}

                    Si no, termina esa sesión\(choose?.spanish ?? ""):

                        {end}
                    """), knowing: ["session"])
    }

    /// A device was let in by a code that somebody typed who was logged in.
    ///
    /// - Parameter steps: What people can do.
    static func deviceLetIn(offering steps: [NextStep]) -> MailTemplate {
        let choose = choosing(offering: steps)
        return MailTemplate(
            "device-let-in",
            subject: LocalizedText(
                en: "{product}: a code let a device in", es: "{product}: un código dejó entrar a un dispositivo"),
            text: LocalizedText(
                en: """
                    {hello}

                    A device is logged in to your account at {product}, because the code that
                    it showed was typed in a browser in which you were logged in. It asked from:

                        {access}

                    Did you begin this yourself, on a device that is yours? Then say so:

                        {confirm}

                    Did somebody send you that code, or tell it to you? Then they are in your
                    account, whatever they said. End that session\(choose?.english ?? ""):

                        {end}
                    """,
                es: """
                    {hello}

                    Un dispositivo ha iniciado sesión en tu cuenta de {product}, porque el
                    código que mostraba se escribió en un navegador en el que habías iniciado
                    sesión. Preguntó desde:

                        {access}

                    ¿Lo empezaste tú, en un dispositivo tuyo? Dilo:

                        {confirm}

                    ¿Alguien te envió ese código o te lo dijo? Entonces está en tu cuenta, diga
                    lo que diga. Termina esa sesión\(choose?.spanish ?? ""):

                        {end}
                    """), knowing: ["session"])
    }

    private static func choosing(offering steps: [NextStep]) -> LocalizedText? {
        let canChoose = steps.contains(.changePassword) || steps.contains(.recover)
        return canChoose ? LocalizedText(en: " and choose a new password", es: " y elige una contraseña nueva") : nil
    }
}
