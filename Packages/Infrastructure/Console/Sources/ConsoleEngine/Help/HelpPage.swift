import ConsoleAPI
import Localization

/// Writes the help of a program and of its commands.
struct HelpPage {
    let catalog: CommandCatalog

    private var program: ProgramDescription { catalog.program }

    /// The help of the command at `path`; of the program for no path.
    func output(for path: [String]) throws(CommandFailure) -> CommandOutput {
        guard !path.isEmpty else { return CommandOutput(json: programDocument, text: programBlocks) }
        if let command = catalog.command(at: path) ?? catalog.command(calledBy: path)?.command {
            return CommandOutput(json: HelpDocument.Command(command, program: program.name), text: blocks(of: command))
        }
        let members = catalog.commands.filter { $0.path.starts(with: path) }
        guard !members.isEmpty else {
            let suggestion =
                Suggestion.nearest(to: path[0], among: catalog.continuations(of: []))
                ?? Suggestion.about(path[0], among: catalog.commands)
            throw UsageMessages.unknownCommand(path[0], suggestion: suggestion).hinting(at: "\(program.name) help")
        }
        return CommandOutput(
            json: HelpDocument(program, members),
            text: [.heading(HelpTexts.commands), .fields(list(members), indent: 2)])
    }

    private var programDocument: HelpDocument { HelpDocument(program, catalog.commands) }

    private var programBlocks: [OutputBlock] {
        var blocks: [OutputBlock] = [
            .line(
                StyledText(verbatim: program.name, .strong) + StyledText(verbatim: " – ") + StyledText(program.summary)),
            .blank, .heading(HelpTexts.usage),
            .line(
                LocalizedText(
                    en: "  \(program.name) [options] COMMAND …", es: "  \(program.name) [opciones] ORDEN …")),
        ]
        blocks += discussion(program.discussion)
        for (group, commands) in catalog.groups {
            blocks += [.blank, .heading(group.title), .fields(list(commands), indent: 2)]
        }
        blocks += [.blank, .heading(HelpTexts.options), .fields(globalOptions, indent: 2)]
        blocks += dynamicOptions
        blocks += [.blank, .heading(HelpTexts.exitStatus), .fields(exitStatuses, indent: 2)]
        blocks += [.blank, .paragraph(StyledText(HelpTexts.moreAbout(program.name)))]
        return blocks
    }

    private func blocks(of command: Command) -> [OutputBlock] {
        var blocks: [OutputBlock] = [
            .line(
                StyledText(verbatim: "\(program.name) \(command.name)", .strong) + StyledText(verbatim: " – ")
                    + StyledText(command.summary)),
            .blank, .heading(HelpTexts.usage),
            .line(StyledText(verbatim: "  ") + StyledText(command.usage(program: program.name))),
        ]
        blocks += discussion(command.discussion)
        let definitions = command.parameters.map(\.definition)
        blocks += section(HelpTexts.arguments, definitions.filter { $0.kind == .argument })
        blocks += section(HelpTexts.options, definitions.filter { $0.kind != .argument })
        blocks += examples(of: command)
        blocks += [.blank, .paragraph(StyledText(HelpTexts.moreOptions(of: program.name)))]
        return blocks
    }

    private func discussion(_ text: LocalizedText?) -> [OutputBlock] {
        guard let text else { return [] }
        return [.blank, .paragraph(StyledText(text))]
    }

    private func list(_ commands: [Command]) -> [OutputField] {
        commands.map { OutputField(StyledText(verbatim: $0.name, .accent), StyledText($0.summary)) }
    }

    private func section(_ title: LocalizedText, _ definitions: [ParameterDefinition]) -> [OutputBlock] {
        guard !definitions.isEmpty else { return [] }
        return [.blank, .heading(title), .fields(definitions.map(field), indent: 2)]
    }

    private func field(_ definition: ParameterDefinition) -> OutputField {
        OutputField(StyledText(definition.spelling, .accent), StyledText(definition.explanation))
    }

    private var globalOptions: [OutputField] {
        program.allParameters.map { field($0.definition) } + [
            OutputField(StyledText(verbatim: "-h, --help", .accent), StyledText(HelpTexts.help)),
            OutputField(StyledText(verbatim: "--version", .accent), StyledText(HelpTexts.version)),
        ]
    }

    private var dynamicOptions: [OutputBlock] {
        guard let dynamic = program.dynamicOptions else { return [] }
        let fields = dynamic.known().map { option in
            OutputField(
                StyledText(LocalizedText(verbatim: "--\(option.name)") + option.placeholder, .accent),
                StyledText(option.summary))
        }
        return [.blank, .paragraph(StyledText(dynamic.summary)), .fields(fields, indent: 2)]
    }

    private func examples(of command: Command) -> [OutputBlock] {
        guard !command.examples.isEmpty else { return [] }
        let blocks = command.examples.flatMap { example -> [OutputBlock] in
            [
                .paragraph(StyledText(example.summary) + StyledText(verbatim: ":"), indent: 2),
                .line(StyledText(verbatim: "    \(example.line)", .accent)),
            ]
        }
        return [.blank, .heading(HelpTexts.examples)] + blocks
    }

    private var exitStatuses: [OutputField] {
        program.exitStatuses.map { entry in
            OutputField(StyledText(verbatim: String(entry.status.rawValue), .accent), StyledText(entry.meaning))
        }
    }
}
