import ConsoleAPI
import CoreModels
import FeedPresentationAPI
import FeedService
import FeedServiceAPI
import FoundationEssentials
import Localization
import OperatingAPI

/// `essentiald feed hide`, `feed show` and `feed hidden`: what administrators
/// take out of the feed.
struct ModerationCommands: Sendable {
    let access: any ServerDataAccess

    private static let shown = Parameter.argument(
        "id", .row(of: .pictures, isNumbered: false),
        summary: LocalizedText(
            en: "The picture's identifier or its beginning, as feed list shows it",
            es: "El identificador de la imagen o su comienzo, como lo muestra feed list"))

    private static let hidden = Parameter.argument(
        "id", .row(of: .hiddenPictures, isNumbered: false),
        summary: LocalizedText(
            en: "The picture's identifier or its beginning, as feed hidden shows it",
            es: "El identificador de la imagen o su comienzo, como lo muestra feed hidden"))

    var all: [Command] { [hide, show, list] }

    private var hide: Command {
        Command(
            "feed hide",
            summary: LocalizedText(
                en: "Hide a picture from all but its author", es: "Oculta una imagen a todos menos a su autor"),
            discussion: LocalizedText(
                en: "A server that runs does it at once. Comments are hidden with it, and nothing is deleted.",
                es: "Un servidor en marcha lo hace al momento. Los comentarios se ocultan con ella; nada se borra."),
            examples: [
                CommandExample(
                    "essentiald feed hide 6f9619ff",
                    LocalizedText(en: "take it out of the feed", es: "sácala de las novedades"))
            ],
            parameters: [Self.shown]
        ) { invocation, terminal throws(CommandFailure) in
            try await change(invocation[Self.shown], isHidden: true, terminal)
        }
    }

    private var show: Command {
        Command(
            "feed show",
            summary: LocalizedText(
                en: "Show a picture again that was hidden", es: "Vuelve a mostrar una imagen oculta"),
            examples: [
                CommandExample(
                    "essentiald feed show 6f9619ff",
                    LocalizedText(en: "put it back to its place", es: "devuélvela a su sitio"))
            ],
            parameters: [Self.hidden]
        ) { invocation, terminal throws(CommandFailure) in
            try await change(invocation[Self.hidden], isHidden: false, terminal)
        }
    }

    private var list: Command {
        Command(
            "feed hidden",
            summary: LocalizedText(en: "Show which pictures are hidden", es: "Muestra las imágenes ocultas"),
            examples: [
                CommandExample("essentiald feed hidden", LocalizedText(en: "since when", es: "desde cuándo"))
            ]
        ) { _, _ throws(CommandFailure) in
            try await atDesk { moderation in Self.report(try await moderation.hiddenImages()) }
        }
    }

    private struct Changed: Encodable, Sendable {
        let id: ImageID
        let hidden: Bool
    }

    private func change(
        _ name: RowName, isHidden: Bool, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        try await atDesk { moderation in
            // No list of this program is remembered: a number would mean another
            // picture as soon as somebody hides or shows one.
            let known = try await moderation.hiddenImages()
            let pictures = try await isHidden ? moderation.pictures() : known.map(\.id)
            let list = isHidden ? ListName.allPictures : .hiddenPictures
            let id = ImageID(
                try await terminal.identifier(name, in: list, isNumbered: false) { pictures.map(\.uuid) })
            guard try await isHidden ? moderation.hide(id) : moderation.show(id) else {
                throw CommandFailure(
                    code: "image_not_found",
                    message: LocalizedText(
                        en: "There is no such picture. Nothing was changed.",
                        es: "No existe esa imagen. No se cambió nada."))
            }
            let hidden = try await isHidden ? moderation.hiddenImages() : known
            let title = hidden.first { $0.id == id }?.description ?? "\(id)"
            let text =
                isHidden
                ? LocalizedText(
                    en: "“\(title)” is hidden: only its author sees it.",
                    es: "«\(title)» está oculta: solo la ve su autor.")
                : LocalizedText(
                    en: "“\(title)” is shown, to those for whom its author meant it.",
                    es: "«\(title)» se muestra a quienes su autor quiso.")
            return CommandOutput(json: Changed(id: id, hidden: isHidden), .line(text, .success))
        }
    }

    private struct Report: Encodable, Sendable {
        struct Item: Encodable, Sendable {
            let id: ImageID
            let description: String?
            let author: UserID
            let hiddenAt: Date
        }

        let items: [Item]
    }

    private static func report(_ images: [HiddenImage]) -> CommandOutput {
        let columns = [
            Table.Column(LocalizedText(en: "shows", es: "muestra"), minimumWidth: 16),
            Table.Column(LocalizedText(en: "hidden", es: "oculta")),
            Table.Column.identifiers(LocalizedText(en: "author", es: "autor")),
            Table.Column.identifiers(LocalizedText(en: "picture", es: "imagen")),
        ]
        let now = Date()
        let rows = images.map { image in
            [
                StyledText(verbatim: image.description ?? "—"), StyledText(.since(image.hiddenAt, at: now)),
                StyledText(verbatim: "\(image.author)", .faint), StyledText(verbatim: "\(image.id)", .faint),
            ]
        }
        return CommandOutput(
            json: Report(
                items: images.map {
                    Report.Item(id: $0.id, description: $0.description, author: $0.author, hiddenAt: $0.hiddenAt)
                }),
            images.isEmpty
                ? .line(LocalizedText(en: "No picture is hidden.", es: "No hay ninguna imagen oculta."), .faint)
                : .table(Table(columns: columns, rows: rows)))
    }

    private func atDesk(
        _ body: @escaping @Sendable (any ImageModerating) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        try await access.withData(FeedMigrations.all) { data in
            try await body(
                ImageModeration(database: data.database, now: data.now) { id, author, isHidden, db in
                    try data.record(isHidden ? .pictureHidden : .pictureShown, to: author, "\(id)", in: db)
                })
        }
    }
}

extension ListName {
    /// All pictures.
    fileprivate static let allPictures = ListName("pictures", shownBy: "essentiald feed list")
    /// The pictures that an administrator has hidden.
    fileprivate static let hiddenPictures = ListName("hidden", shownBy: "essentiald feed hidden")
}
