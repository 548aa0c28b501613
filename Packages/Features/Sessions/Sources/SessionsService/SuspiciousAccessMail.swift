import CoreModels
import FoundationEssentials
import HTTPServingAPI
import Localization
import MailAPI
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

    /// Whether a message may be sent for an access that is about to be recorded.
    ///
    /// What lies in the future was recorded before the clock was set back and
    /// counts no more.
    static func isAllowed(for user: UserID, at now: Date, in db: any SQLReading) throws -> Bool {
        let times = try SecurityEventRow.times(
            of: .suspiciousAccess, for: user, since: now.addingTimeInterval(-3_600), in: db
        ).filter { $0 <= now }
        return times.count < hourly && times.first.map { now.timeIntervalSince($0) >= interval } ?? true
    }

    /// Sends the message; that it can't be handed over undoes no login.
    func send(about session: SessionID, of user: User, on client: SessionClient, at now: Date) async {
        // RFC 2606, section 2: nothing arrives there.
        guard !user.email.canonical.hasSuffix(".invalid") else { return }
        let place = if let address = client.address { await places.place(of: address) } else { Place?.none }
        do throws(MailError) {
            try await mail.send(message(about: session, to: user, client.address, place, at: now))
        } catch {
            log.failure("mail not handed over", ["user": user.id, "reason": "\(error)"])
        }
    }

    /// The name of the device stays out: whoever logged in chose it, and may
    /// have chosen it as the message.
    private func message(
        about session: SessionID, to user: User, _ address: IPAddress?, _ place: Place?, at now: Date
    ) -> MailMessage {
        let origin = [address?.description, place?.name].compactMap(\.self).joined(separator: ", ")
        let time = LocalizedText.momentInUTC(now).english
        return MailMessage(
            recipient: user.email, name: user.provenName, template: .suspiciousAccess(offering: offered()),
            values: [
                "access": [time, origin].filter { !$0.isEmpty }.joined(separator: "\n    "), "session": "\(session)",
                "confirm": ways.way(to: .listSessions, or: "essential sessions confirm \(session)"),
                "end": ways.way(to: .listSessions, or: "essential sessions end \(session)"),
            ])
    }
}

extension MailTemplate {
    /// Somebody logged in in a way that isn't like the person.
    ///
    /// - Parameter steps: What people can do.
    static func suspiciousAccess(offering steps: [NextStep]) -> MailTemplate {
        let canChoose = steps.contains(.changePassword) || steps.contains(.recover)
        let choose = canChoose ? LocalizedText(en: " and change your password", es: " y cambia tu contraseña") : nil
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
}
