import AccountsServiceAPI
import CoreModels
import FoundationEssentials
import Localization
import MailAPI
import SQLStoreAPI

/// A letter that a person is to get of what an operator did.
struct LetterRow: Sendable {
    enum Kind: String, Sendable {
        case suspended
        case released
        case deletion
    }

    let user: UserID
    let kind: Kind
    let reason: String?
    let happenedAt: Date

    static func insert(
        _ kind: Kind, of user: UserID, because reason: String?, at now: Date, in db: any SQLWriting
    ) throws {
        try db.run(
            """
            INSERT INTO account_letters (user_id, kind, reason, happened_at)
            VALUES (\(user), \(kind.rawValue), \(reason), \(now)) ON CONFLICT (user_id, kind, happened_at) DO NOTHING
            """)
    }

    /// Takes all that are there, in the order of what happened.
    static func takeAll(in db: any SQLWriting) throws -> [LetterRow] {
        try db.rows("DELETE FROM account_letters RETURNING user_id, kind, reason, happened_at") { row in
            guard let kind = Kind(rawValue: try row[1]) else { return nil }
            return LetterRow(user: try row[0], kind: kind, reason: try row[2], happenedAt: try row[3])
        }.compactMap(\.self).sorted { $0.happenedAt < $1.happenedAt }
    }
}

/// Writes to people of what an operator did to their account.
///
/// The word of it and the letter change places in one transaction, so that it is told
/// once, whenever the server runs.
struct AccountLetters: Sendable {
    let mail: any MailSending
    let keepers: @Sendable () -> [any AddressKeeping]

    var sweep: Sweep {
        Sweep("account-letters", every: .seconds(30)) { db in
            for row in try LetterRow.takeAll(in: db) {
                guard let user = try AccountRow.find(row.user, in: db)?.user else { continue }
                let deletion = try AccountRow.deletion(of: user.id, in: db)
                guard let letter = message(row, to: user.email, calling: user.provenName, deletion) else {
                    continue
                }
                try mail.enqueue(letter, in: db)
                // Whoever changed the address may be whom it was done for, and chose the name.
                if let kept = try keepers().keptAddress(for: user.id, at: row.happenedAt, in: db),
                    let letter = message(row, to: kept.email, calling: nil, deletion)
                {
                    try mail.enqueue(letter, in: db)
                }
            }
        }
    }

    /// - Parameter deletion: That of the account, which may be another one than the letter was to tell of; nil for none.
    /// - Returns: nil where what it would tell of was taken back before anybody was told.
    private func message(
        _ row: LetterRow, to recipient: EmailAddress, calling name: String?, _ deletion: Deletion?
    ) -> MailMessage? {
        let isOrdered = deletion?.isOrdered == true
        if row.kind == .deletion, !isOrdered || deletion?.askedAt != row.happenedAt { return nil }
        if row.kind == .released, isOrdered { return nil }
        let end = deletion?.dueAt
        let template: MailTemplate =
            switch row.kind {
            case .released: end == nil ? .accountReleased : .accountReleasedClosing
            case .deletion: row.reason == nil ? .deletionOrdered : .deletionOrderedBecause
            case .suspended: row.reason == nil ? .accountSuspended : .accountSuspendedBecause
            }
        var times = ["time": LocalizedText.momentInUTC(row.happenedAt)]
        if let end, row.kind != .suspended { times["end"] = .momentInUTC(end) }
        return MailMessage(
            recipient: recipient, name: name, template: template, values: row.reason.map { ["reason": $0] } ?? [:],
            texts: times)
    }
}

extension MailTemplate {
    /// All that tell of what operators do.
    static let accounts = [
        accountSuspended, accountSuspendedBecause, accountReleased, accountReleasedClosing, deletionOrdered,
        deletionOrderedBecause,
    ]

    private static let suspendedSubject = LocalizedText(
        en: "{product}: your account is suspended", es: "{product}: tu cuenta está suspendida")

    /// The account is suspended.
    static let accountSuspended = suspension("account-suspended", giving: LocalizedText(verbatim: ""))

    /// The same, with a reason.
    static let accountSuspendedBecause = suspension(
        "account-suspended-because",
        giving: LocalizedText(
            en: "They give this reason:\n\n    {reason}\n\n", es: "Da este motivo:\n\n    {reason}\n\n"))

    /// - Parameter reason: A paragraph, with the empty line behind it; or nothing.
    private static func suspension(_ name: StaticString, giving reason: LocalizedText) -> MailTemplate {
        MailTemplate(
            name, subject: suspendedSubject,
            text: LocalizedText(
                en: """
                    {hello}

                    Whoever runs {product} has suspended your account:

                        {time}

                    \(reason.english)You are logged out everywhere, and can't log in until it is released. Nothing was
                    deleted: your pictures and comments stay, and what waits on your devices is kept.
                    Another password changes nothing about it.

                    To have it released, write to whoever runs {product}.
                    """,
                es: """
                    {hello}

                    Quien administra {product} ha suspendido tu cuenta:

                        {time}

                    \(reason.spanish)Se cerraron todas tus sesiones y no podrás iniciar otra hasta que se levante. No se
                    borró nada: tus imágenes y comentarios siguen ahí y lo que espera en tus dispositivos
                    se conserva. Otra contraseña no cambia nada.

                    Para que se levante, escribe a quien administra {product}.
                    """))
    }

    private static let releasedSubject = LocalizedText(
        en: "{product}: your account is released", es: "{product}: tu cuenta ya no está suspendida")

    /// The account is released, and will be deleted.
    static let accountReleasedClosing = MailTemplate(
        "account-released-closing", subject: releasedSubject,
        text: LocalizedText(
            en: """
                {hello}

                Your account at {product} isn't suspended any more:

                    {time}

                Before the suspension somebody who was logged in as you asked for it to be deleted.
                It will be gone at this time:

                    {end}

                If you want to keep it, log in before then.
                """,
            es: """
                {hello}

                Tu cuenta de {product} ya no está suspendida:

                    {time}

                Antes de la suspensión, alguien que había iniciado sesión como tú pidió eliminarla.
                Dejará de existir en este momento:

                    {end}

                Si quieres conservarla, inicia sesión antes.
                """))

    /// The account is released.
    static let accountReleased = MailTemplate(
        "account-released", subject: releasedSubject,
        text: LocalizedText(
            en: """
                {hello}

                Your account at {product} isn't suspended any more:

                    {time}

                You can log in again, as before. What waits on your devices is sent when you do.
                """,
            es: """
                {hello}

                Tu cuenta de {product} ya no está suspendida:

                    {time}

                Puedes iniciar sesión otra vez, como antes. Lo que espera en tus dispositivos se
                envía entonces.
                """))
}
