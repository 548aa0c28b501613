import ConsoleAPI
import FoundationEssentials
import Localization
import OperatingAPI
import SQLStoreAPI
import SecurityMetricsService

/// `essentiald forwarders list`: how far those are who get the events of the trail.
struct ForwarderCommands: Sendable {
    let access: any ServerDataAccess

    private struct Item: Encodable, Sendable {
        let name: String
        /// The place of the event that comes next.
        let position: Int
        /// How many events it didn't get yet.
        let waiting: Int
        /// How many it never gets.
        let passedOver: Int
        let forwardedAt: Date?
        let failingSince: Date?
        let failure: String?

        init(_ row: ForwarderRow, of count: Int) {
            name = row.name
            position = row.position
            waiting = max(0, count - row.position)
            passedOver = row.passedOver
            forwardedAt = row.forwardedAt
            failingSince = row.failingSince
            failure = row.failure
        }
    }

    private struct List: Encodable, Sendable {
        let forwarders: [Item]
    }

    var list: Command {
        Command(
            "forwarders list",
            summary: LocalizedText(
                en: "Show how far security events are forwarded",
                es: "Muestra hasta dónde se han reenviado los sucesos de seguridad"),
            discussion: LocalizedText(
                en: "A forwarder that isn't set any more goes on where it was once it is set again.",
                es: "Un reenvío que ya no está configurado sigue donde estaba cuando se vuelve a configurar."),
            examples: [
                CommandExample(
                    "essentiald forwarders list", LocalizedText(en: "with the reasons", es: "con los motivos"))
            ]
        ) { _, _ throws(CommandFailure) in
            try await access.withData(AuditMigrations.all + ForwarderMigrations.all) { data in
                let items = try await data.database.read { db in
                    let count = try ForwarderRow.count(in: db)
                    return try ForwarderRow.all(in: db).map { Item($0, of: count) }
                }
                return Self.table(of: items, at: data.now())
            }
        }
    }

    private static func table(of items: [Item], at now: Date) -> CommandOutput {
        let list = List(forwarders: items)
        guard !items.isEmpty else {
            return CommandOutput(
                json: list,
                .line(
                    LocalizedText(
                        en: "No security events are forwarded.", es: "No se reenvían sucesos de seguridad."), .faint))
        }
        let columns = [
            Table.Column(LocalizedText(en: "to", es: "a")),
            Table.Column(LocalizedText(en: "next place", es: "lugar siguiente"), alignment: .trailing),
            Table.Column(LocalizedText(en: "waiting", es: "en espera"), alignment: .trailing),
            Table.Column(LocalizedText(en: "passed over", es: "omitidos"), alignment: .trailing),
            Table.Column(LocalizedText(en: "last", es: "último")),
            Table.Column(LocalizedText(en: "state", es: "estado"), minimumWidth: 16),
        ]
        let rows = items.map { item in
            [
                StyledText(verbatim: item.name), StyledText(verbatim: "\(item.position)"),
                StyledText(verbatim: "\(item.waiting)"),
                StyledText(verbatim: "\(item.passedOver)", item.passedOver > 0 ? .warning : .plain),
                item.forwardedAt.map { StyledText(.since($0, at: now)) } ?? StyledText(verbatim: "–", .faint),
                state(of: item, at: now),
            ]
        }
        return CommandOutput(json: list, .table(Table(columns: columns, rows: rows)))
    }

    private static func state(of item: Item, at now: Date) -> StyledText {
        guard let since = item.failingSince else {
            return StyledText(LocalizedText(en: "goes on", es: "funciona"), .success)
        }
        let time = LocalizedText.since(since, at: now), reason = item.failure ?? ""
        return StyledText(
            LocalizedText(en: "fails (\(time.english)): \(reason)", es: "falla (\(time.spanish)): \(reason)"), .failure)
    }
}
