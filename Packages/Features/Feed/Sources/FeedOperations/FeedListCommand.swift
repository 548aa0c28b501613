import AccountsServiceAPI
import ConsoleAPI
import CoreModels
import FeedService
import FoundationEssentials
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI

/// `essentiald feed list`: which pictures there are, by the identifiers that `feed hide` takes.
struct FeedListCommand: Sendable {
    let access: any ServerDataAccess

    private static let limit = Parameter<Int>.option(
        "limit", short: "n", .integer(in: 1...1_000), default: 50,
        summary: LocalizedText(en: "How many are shown at most", es: "Cuántas se muestran como máximo"))
    private static let after = Parameter<UUID?>.optional(
        "after", .uuid,
        summary: LocalizedText(
            en: "Go on behind the picture with this identifier", es: "Sigue tras la imagen con este identificador"))
    private static let author = Parameter<String?>.optional(
        "author", .text.called(en: "PERSON", es: "PERSONA"),
        summary: LocalizedText(
            en: "Only pictures of the person with this address or identifier",
            es: "Solo las imágenes de la persona con esta dirección o este identificador"))

    private struct Item: Encodable, Sendable {
        let id: ImageID
        let description: String?
        let author: UserID
        let createdAt: Date
        let visibility: String
        let hiddenAt: Date?
    }

    private struct Report: Encodable, Sendable {
        let items: [Item]
        /// What `--after` takes for the next page; nil behind the last one.
        let next: ImageID?
    }

    var list: Command {
        Command(
            "feed list",
            summary: LocalizedText(
                en: "Show all pictures, the newest first", es: "Muestra todas las imágenes, primero las más recientes"),
            discussion: LocalizedText(
                en: "Also those that are hidden, or for members only. feed hide takes the identifier or its beginning.",
                es:
                    "También las ocultas y las que solo ven los miembros. feed hide toma el identificador o su comienzo."
            ),
            examples: [
                CommandExample(
                    "essentiald feed list --author ana@example.com",
                    LocalizedText(en: "what Ana published", es: "lo que publicó Ana"))
            ],
            parameters: [Self.limit, Self.after, Self.author]
        ) { invocation, _ throws(CommandFailure) in
            let limit = invocation[Self.limit], last = invocation[Self.after].map { ImageID($0) }
            let named = invocation[Self.author]
            let finder = try access.declarations().values(of: AccountFinders.self).first
            return try await access.withData(FeedMigrations.all + (finder?.migrations ?? [])) { data in
                let page = try await data.database.read { db in
                    let author = try named.map { named throws in
                        guard let id = try UserID(named) ?? finder?.account(called: named, in: db)?.id else {
                            throw Self.noAccount
                        }
                        return id
                    }
                    return try OperatorFeed.page(after: last, limit: limit, by: author, in: db)
                }
                guard let page else { throw Self.noPicture }
                return Self.report(page.items, next: page.hasMore ? page.items.last?.id : nil, at: data.now())
            }
        }
    }

    private static let noAccount = CommandFailure(
        code: "account_not_found",
        message: LocalizedText(
            en: "There is no account with this address.", es: "No hay ninguna cuenta con esta dirección."))

    private static let noPicture = CommandFailure(
        code: "image_not_found",
        message: LocalizedText(
            en: "There is no picture with this identifier to go on behind.",
            es: "No hay ninguna imagen con ese identificador tras la que seguir."))

    private static func report(_ items: [OperatorFeed.Item], next: ImageID?, at now: Date) -> CommandOutput {
        let report = Report(
            items: items.map {
                Item(
                    id: $0.id, description: $0.description, author: $0.author, createdAt: $0.createdAt,
                    visibility: $0.visibility, hiddenAt: $0.hiddenAt)
            }, next: next)
        guard !items.isEmpty else {
            return CommandOutput(
                json: report, .line(LocalizedText(en: "There is no picture.", es: "No hay ninguna imagen."), .faint))
        }
        let columns = [
            Table.Column(LocalizedText(en: "shows", es: "muestra"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "published", es: "publicada")),
            Table.Column(LocalizedText(en: "seen by", es: "la ve")),
            Table.Column.identifiers(LocalizedText(en: "author", es: "autor")),
            Table.Column.identifiers(LocalizedText(en: "picture", es: "imagen")),
        ]
        let rows = items.map { item in
            [
                StyledText(verbatim: item.description ?? "—"), StyledText(.since(item.createdAt, at: now)),
                StyledText(audience(of: item)), StyledText(verbatim: "\(item.author)", .faint),
                StyledText(verbatim: "\(item.id)", .faint),
            ]
        }
        var text: [OutputBlock] = [.table(Table(columns: columns, rows: rows))]
        if let next {
            text.append(
                .line(LocalizedText(en: "There are more: --after \(next)", es: "Hay más: --after \(next)"), .faint))
        }
        return CommandOutput(json: report, text: text)
    }

    private static func audience(of item: OperatorFeed.Item) -> LocalizedText {
        if item.hiddenAt != nil { return LocalizedText(en: "its author", es: "su autor") }
        return item.visibility == "public"
            ? LocalizedText(en: "everybody", es: "cualquiera") : LocalizedText(en: "members", es: "miembros")
    }
}
