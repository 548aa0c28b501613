import ConsoleAPI
import Localization

/// The commands of every program.
package enum BuiltInCommands {
    /// Their names.
    package static let names: Set = ["help", "version", "completions", "manual"]

    static func all(_ program: ProgramDescription, _ contributed: [Command]) -> [Command] {
        let catalog: @Sendable () -> CommandCatalog = { CommandCatalog(program, contributed) }
        return [help(program, catalog), version(program), completions(program), manual(program, catalog)]
    }

    private static func help(
        _ program: ProgramDescription, _ catalog: @escaping @Sendable () -> CommandCatalog
    ) -> Command {
        let path = Parameter.arguments(
            "command",
            ValueFormat<String>(
                placeholder: LocalizedText(en: "COMMAND", es: "ORDEN"),
                expectation: LocalizedText(en: "a command", es: "una orden"),
                completion: .commands
            ) { $0.isEmpty ? nil : $0 },
            summary: LocalizedText(en: "The command to explain", es: "La orden que se explica"))
        return Command(
            "help",
            summary: LocalizedText(en: "Explain the program or a command", es: "Explica el programa o una orden"),
            examples: [
                CommandExample(
                    "\(program.name) help", LocalizedText(en: "List the commands", es: "Lista las órdenes"))
            ],
            parameters: [path]
        ) { invocation, _ throws(CommandFailure) in
            try HelpPage(catalog: catalog()).output(for: invocation[path])
        }
    }

    private static func version(_ program: ProgramDescription) -> Command {
        Command(
            "version", summary: LocalizedText(en: "Show the version", es: "Muestra la versión"),
            examples: [
                CommandExample(
                    "\(program.name) version --json",
                    LocalizedText(en: "For a program to read", es: "Para que la lea un programa"))
            ]
        ) { _, _ in versionOutput(program) }
    }

    static func versionOutput(_ program: ProgramDescription) -> CommandOutput {
        CommandOutput(
            json: ["name": program.name, "version": program.version],
            .line(StyledText(verbatim: "\(program.name) \(program.version)")))
    }

    private static func completions(_ program: ProgramDescription) -> Command {
        let shell = Parameter<Shell>.argument(
            "shell", .choice().called(en: "SHELL", es: "INTÉRPRETE"),
            summary: LocalizedText(en: "bash, zsh or fish", es: "bash, zsh o fish"))
        let name = program.name
        return Command(
            "completions",
            summary: LocalizedText(en: "Print completions for a shell", es: "Imprime el autocompletado para un shell"),
            examples: [
                CommandExample(
                    "\(name) completions bash > ~/.local/share/bash-completion/completions/\(name)",
                    LocalizedText(en: "Install them for bash", es: "Instálalo en bash")),
                CommandExample(
                    "\(name) completions zsh > \"${fpath[1]}/_\(name)\"",
                    LocalizedText(en: "Install them for zsh", es: "Instálalo en zsh")),
                CommandExample(
                    "\(name) completions fish > ~/.config/fish/completions/\(name).fish",
                    LocalizedText(en: "Install them for fish", es: "Instálalo en fish")),
            ], parameters: [shell]
        ) { invocation, _ in
            let script = CompletionScript(program: name).text(for: invocation[shell])
            return CommandOutput(
                json: ["shell": invocation[shell].rawValue, "script": script], .preformatted(script))
        }
    }

    private static func manual(
        _ program: ProgramDescription, _ catalog: @escaping @Sendable () -> CommandCatalog
    ) -> Command {
        let name = program.name
        return Command(
            "manual", summary: LocalizedText(en: "Show the manual page", es: "Muestra la página de manual"),
            examples: [
                CommandExample(
                    "\(name) manual > \(name).1 && man ./\(name).1",
                    LocalizedText(en: "Keep it and read it", es: "Guárdala y léela"))
            ]
        ) { invocation, terminal in
            let page = ManualPage(catalog: catalog(), language: invocation.language).text()
            var text: [OutputBlock] = [.preformatted(page)]
            // What `man` lays out is for nobody to read as it is.
            if terminal.capabilities(of: .output).isInteractive {
                text = await terminal.showManual(page) ? [] : [.paragraph(howToReadManual(of: name))]
            }
            return CommandOutput(json: ["manual": page], text: text)
        }
    }

    private static func howToReadManual(of name: String) -> StyledText {
        StyledText(
            LocalizedText(
                en:
                    "There is no man here that could show the page. Each command is explained by: \(name) help COMMAND. "
                    + "To read the page elsewhere, keep it: \(name) manual > \(name).1",
                es:
                    "Aquí no hay ningún man que pueda mostrar la página. Cada orden se explica con: \(name) help ORDEN. "
                    + "Para leer la página en otro sitio, guárdala: \(name) manual > \(name).1"))
    }
}
