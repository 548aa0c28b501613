import ConsoleAPI
import CoreModels
import Localization

/// A small program that uses every kind of parameter, and tells what it was given.
enum SampleProgram {
    static let server = Parameter.option(
        "server", short: "s", .text.called(en: "URL", es: "URL"), default: "http://127.0.0.1:8080",
        environment: "SAMPLE_SERVER",
        summary: LocalizedText(en: "The server's address", es: "La dirección del servidor"))
    static let port = Parameter<Int?>.optional(
        "port", .integer(in: 1...65_535), environment: "SAMPLE_PORT",
        summary: LocalizedText(en: "A port", es: "Un puerto"))

    static let limit = Parameter.option(
        "limit", short: "n", .integer(in: -5...100), default: 10,
        summary: LocalizedText(en: "How many pictures to show", es: "Cuántas imágenes mostrar"))
    static let tags = Parameter.repeated(
        "tag", short: "t", .text, summary: LocalizedText(en: "Only with this tag", es: "Solo con esta etiqueta"))
    static let verbose = Parameter.flag(
        "verbose", short: "v", summary: LocalizedText(en: "Say more", es: "Di más"))
    static let quiet = Parameter.flag("quiet", short: "q", summary: LocalizedText(en: "Say less", es: "Di menos"))
    static let file = Parameter<String?>.optional(
        "output", short: "o", .file, summary: LocalizedText(en: "Where it's [stored]: a file", es: "Dónde se guarda"))
    static let email = Parameter.required(
        "email", .text.called(en: "ADDRESS", es: "DIRECCIÓN"),
        summary: LocalizedText(en: "The email address", es: "La dirección de correo"))
    static let id = Parameter.argument(
        "id",
        ValueFormat(
            placeholder: LocalizedText(verbatim: "ID"), expectation: LocalizedText(en: "a picture", es: "una imagen"),
            completion: .rows(.pictures)
        ) { $0.isEmpty ? nil : $0 },
        summary: LocalizedText(en: "The picture", es: "La imagen"))
    static let names = Parameter.arguments(
        "name", .name, summary: LocalizedText(en: "Names", es: "Nombres"))

    static let description = ProgramDescription(
        name: "sample", version: "1.2.3",
        summary: LocalizedText(en: "Shows pictures", es: "Muestra imágenes"),
        discussion: LocalizedText(
            en: "A program for tests.\n\n.It begins with a dot, it's \\ tricky.",
            es: "Un programa para pruebas.\n\n'Empieza con comilla."),
        parameters: [server, port], dynamicOptions: dynamic,
        variables: [.init("NO_COLOR", LocalizedText(en: "No colours", es: "Sin colores"))],
        files: [.init("~/.sample", LocalizedText(en: "What was written", es: "Lo escrito"))],
        signals: [.init("SIGHUP", LocalizedText(en: "Read it anew", es: "Lo lee de nuevo"))])

    static let dynamic = DynamicOptions.dotted(
        summary: LocalizedText(en: "Configuration keys are options too.", es: "Las claves también son opciones.")
    ) {
        [
            .init(
                name: "tokens.access-lifetime", placeholder: LocalizedText(en: "TIME", es: "TIEMPO"),
                summary: LocalizedText(en: "How long: a token", es: "Cuánto dura"))
        ]
    }

    static let commands = [feed, image, login, rotate, echo, fail]

    struct FeedAnswer: Codable, Equatable {
        var limit: Int
        var tags: [String]
        var verbose: Bool
        var server: String
        var given: Bool
    }

    static let feed = Command(
        "feed", summary: LocalizedText(en: "Show the feed", es: "Muestra las novedades"),
        discussion: LocalizedText(en: "The newest first.", es: "Primero lo más nuevo."), group: .feed,
        examples: [CommandExample("sample feed --limit 20", LocalizedText(en: "Twenty of them", es: "Veinte"))],
        parameters: [limit, tags, verbose, quiet]
    ) { invocation, terminal in
        terminal.write(.line(LocalizedText(en: "loading", es: "cargando")))
        let answer = FeedAnswer(
            limit: invocation[limit], tags: invocation[tags], verbose: invocation[verbose],
            server: invocation[server], given: invocation.isGiven(limit))
        return CommandOutput(json: answer, .line(StyledText(verbatim: "\(answer)")))
    }

    static let image = Command(
        "image", summary: LocalizedText(en: "Show a picture", es: "Muestra una imagen"), group: .feed,
        examples: [
            CommandExample(
                "sample image 42 --output 'a b.jpg' > /dev/null", LocalizedText(en: "Keep it", es: "Guárdala"))
        ],
        parameters: [id, file]
    ) { invocation, _ in
        CommandOutput(
            json: ["id": invocation[id], "output": invocation[file] ?? "none"],
            .line(StyledText(verbatim: invocation[id])))
    }

    static let login = Command(
        "login", summary: LocalizedText(en: "Log in", es: "Inicia sesión"), group: .account,
        examples: [
            CommandExample(
                "printf x | sample login --email ana@example.com --password-stdin < file && sample feed",
                LocalizedText(en: "Log in", es: "Entra"))
        ],
        parameters: [email, StandardParameters.passwordFromStandardInput]
    ) { invocation, terminal throws(CommandFailure) in
        let password = try await terminal.password(
            for: invocation, asking: LocalizedText(en: "Password", es: "Contraseña"))
        return CommandOutput(json: ["email": invocation[email], "length": "\(password.count)"])
    }

    static let rotate = Command(
        "vault rotate", summary: LocalizedText(en: "Change the key", es: "Cambia la clave"),
        examples: [CommandExample("sample vault rotate", LocalizedText(en: "Change it", es: "Cámbiala"))]
    ) { _, _ in CommandOutput(.line(LocalizedText(en: "rotated", es: "rotada"))) }

    static let echo = Command(
        "echo", summary: LocalizedText(en: "Repeat words", es: "Repite palabras"),
        examples: [CommandExample("sample echo a b", LocalizedText(en: "Repeat two", es: "Repite dos"))],
        parameters: [names]
    ) { invocation, _ in
        CommandOutput(
            json: ["names": invocation[names]], .line(StyledText(verbatim: invocation[names].joined(separator: "|"))))
    }

    static let fail = Command(
        "fail", summary: LocalizedText(en: "Fail", es: "Falla"),
        examples: [CommandExample("sample fail", LocalizedText(en: "Fail", es: "Falla"))]
    ) { _, terminal throws(CommandFailure) in
        terminal.writeError(.line(LocalizedText(en: "a note", es: "una nota")))
        throw CommandFailure(
            exit: .noConnectivity, code: "no_connectivity",
            message: LocalizedText(en: "The server does not answer.", es: "El servidor no responde."),
            hint: LocalizedText(en: "Try again later.", es: "Prueba más tarde."))
    }
}
