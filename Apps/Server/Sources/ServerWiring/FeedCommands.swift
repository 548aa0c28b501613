import ConsoleAPI
import CoreModels
import FeedService
import FeedServiceAPI
import FoundationEssentials
import Localization

/// `essentiald feed hide`, `feed show` and `feed hidden`: what administrators
/// take out of the feed.
struct FeedCommands: Sendable {
    let loader: ServerConfigurationLoader

    private static let image = Parameter.argument(
        "id", .uuid,
        summary: LocalizedText(
            en: "The picture's identifier, as the feed shows it",
            es: "El identificador de la imagen, como aparece en las novedades"))
    private static let exampleID = "6f9619ff-8b86-d011-b42d-00cf4fc964ff"

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
                    "essentiald feed hide \(Self.exampleID)",
                    LocalizedText(en: "take it out of the feed", es: "sácala de las novedades"))
            ],
            parameters: [Self.image]
        ) { invocation, _ throws(CommandFailure) in
            try await change(ImageID(invocation[Self.image]), isHidden: true)
        }
    }

    private var show: Command {
        Command(
            "feed show",
            summary: LocalizedText(
                en: "Show a picture again that was hidden", es: "Vuelve a mostrar una imagen oculta"),
            examples: [
                CommandExample(
                    "essentiald feed show \(Self.exampleID)",
                    LocalizedText(en: "put it back to its place", es: "devuélvela a su sitio"))
            ],
            parameters: [Self.image]
        ) { invocation, _ throws(CommandFailure) in
            try await change(ImageID(invocation[Self.image]), isHidden: false)
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

    private func change(_ id: ImageID, isHidden: Bool) async throws(CommandFailure) -> CommandOutput {
        try await atDesk { moderation in
            guard try await isHidden ? moderation.hide(id) : moderation.show(id) else {
                throw CommandFailure(
                    code: "image_not_found",
                    message: LocalizedText(
                        en: "There is no such picture. Nothing was changed.",
                        es: "No existe esa imagen. No se cambió nada."))
            }
            let text =
                isHidden
                ? LocalizedText(
                    en: "The picture is hidden: only its author sees it.",
                    es: "La imagen está oculta: solo la ve su autor.")
                : LocalizedText(
                    en: "The picture is shown, to those for whom its author meant it.",
                    es: "La imagen se muestra a quienes su autor quiso.")
            return CommandOutput(json: Changed(id: id, hidden: isHidden), .line(text, .success))
        }
    }

    private struct Report: Encodable, Sendable {
        struct Item: Encodable, Sendable {
            let id: ImageID
            let description: String?
            let author: UserID
            let hiddenAt: Date

            private enum CodingKeys: String, CodingKey {
                case id, description, author
                case hiddenAt = "hidden_at"
            }
        }

        let items: [Item]
    }

    private static func report(_ images: [HiddenImage]) -> CommandOutput {
        let columns = [
            LocalizedText(en: "picture", es: "imagen"), LocalizedText(en: "shows", es: "muestra"),
            LocalizedText(en: "author", es: "autor"), LocalizedText(en: "hidden since", es: "oculta desde"),
        ]
        let rows = images.map { image in
            ["\(image.id)", image.description ?? "—", "\(image.author)", image.hiddenAt.formatted(.iso8601)].map {
                StyledText(verbatim: $0)
            }
        }
        return CommandOutput(
            json: Report(
                items: images.map {
                    Report.Item(id: $0.id, description: $0.description, author: $0.author, hiddenAt: $0.hiddenAt)
                }),
            images.isEmpty
                ? .line(LocalizedText(en: "No picture is hidden.", es: "No hay ninguna imagen oculta."), .faint)
                : .table(Table(columns: columns.map { Table.Column($0) }, rows: rows)))
    }

    private func atDesk(
        _ body: @escaping @Sendable (any ImageModerating) async throws -> CommandOutput
    ) async throws(CommandFailure) -> CommandOutput {
        try await DatabaseDesk(loader: loader).run(FeedModerationPlugin.self, { .init(database: $0) }) { desk in
            try await body(desk.moderation)
        }
    }
}
