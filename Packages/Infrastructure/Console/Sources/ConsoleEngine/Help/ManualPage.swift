import ConsoleAPI
import Localization

/// Writes the manual page of a program, for man(1).
///
/// The macros are those of groff_man(7). Everything outside ASCII is written as
/// a character of groff_char(7), so that the page reads alike in every locale.
struct ManualPage {
    let catalog: CommandCatalog
    let language: Language

    private var program: ProgramDescription { catalog.program }

    func text() -> String {
        var lines = [".TH \(quoted(program.name.uppercased())) 1 \"\" \(quoted("\(program.name) \(program.version)"))"]
        lines +=
            section(LocalizedText(en: "Name", es: "Nombre")) + ["\(roff(program.name)) \\- \(roff(program.summary))"]
        lines += section(LocalizedText(en: "Synopsis", es: "Sinopsis"))
        let call = LocalizedText(
            en: "[\\fIoptions\\fR] \\fICOMMAND\\fR \\&...", es: "[\\fIopciones\\fR] \\fIORDEN\\fR \\&...")
        lines += [".B \(roff(program.name))", call.text(in: language)]
        if let discussion = program.discussion {
            lines += section(LocalizedText(en: "Description", es: "Descripción")) + paragraphs(discussion)
        }
        lines += section(HelpTexts.commands)
        for command in catalog.commands { lines += entry(for: command) }
        lines += section(HelpTexts.options) + program.allParameters.flatMap { entry(for: $0.definition) }
        lines += [".TP", "\\fB\\-h\\fR, \\fB\\-\\-help\\fR", roff(HelpTexts.help)]
        lines += [".TP", "\\fB\\-\\-version\\fR", roff(HelpTexts.version)]
        lines += dynamicOptions + environment + section(HelpTexts.files, of: program.files)
        lines += section(HelpTexts.signals, of: program.signals) + exitStatuses
        return lines.joined(separator: "\n") + "\n"
    }

    private func entry(for command: Command) -> [String] {
        var lines = [
            ".SS \(quoted(command.usage(program: program.name).text(in: language)))", roff(command.summary) + ".",
        ]
        if let discussion = command.discussion { lines += [".PP"] + paragraphs(discussion) }
        lines += command.parameters.flatMap { entry(for: $0.definition) }
        guard !command.examples.isEmpty else { return lines }
        lines += [".PP", roff(HelpTexts.examples) + ":"]
        return lines
            + command.examples.flatMap { example in
                [".PP", ".RS 4", roff(example.summary) + ":", ".EX", roff("  " + example.line), ".EE", ".RE"]
            }
    }

    private func entry(for definition: ParameterDefinition) -> [String] {
        var tag = definition.short.map { "\\fB\(roff("-\($0)"))\\fR, " } ?? ""
        switch definition.kind {
        case .argument: tag = "\\fI\(roff(definition.spelling))\\fR"
        case .flag: tag += "\\fB\(roff("--\(definition.name)"))\\fR"
        case .option: tag += "\\fB\(roff("--\(definition.name)"))\\fR \\fI\(roff(definition.placeholder))\\fR"
        }
        return [".TP", tag, roff(definition.explanation)]
    }

    private var dynamicOptions: [String] {
        guard let dynamic = program.dynamicOptions else { return [] }
        return [".PP"] + paragraphs(dynamic.summary)
            + dynamic.known().flatMap { option in
                [
                    ".TP", "\\fB\(roff("--\(option.name)"))\\fR \\fI\(roff(option.placeholder))\\fR",
                    roff(option.summary),
                ]
            }
    }

    private var environment: [String] {
        let ofParameters = program.allParameters.map(\.definition).compactMap { definition in
            definition.environment.map { ProgramDescription.Entry($0, definition.summary) }
        }
        return section(HelpTexts.environment, of: ofParameters + program.variables)
    }

    private func section(_ title: LocalizedText, of entries: [ProgramDescription.Entry]) -> [String] {
        entries.isEmpty
            ? []
            : section(title) + entries.flatMap { [".TP", "\\fB\(roff($0.name))\\fR", roff($0.summary)] }
    }

    private var exitStatuses: [String] {
        section(HelpTexts.exitStatus)
            + program.exitStatuses.flatMap { [".TP", "\\fB\($0.status.rawValue)\\fR", roff($0.meaning)] }
    }

    private func section(_ title: LocalizedText) -> [String] {
        [".SH \(quoted(title.text(in: language).uppercased()))"]
    }

    private func paragraphs(_ text: LocalizedText) -> [String] {
        let lines = VisibleText.lines(text.text(in: language))
        return lines.map { $0.isEmpty ? ".PP" : roff($0) }
    }

    private func roff(_ text: LocalizedText) -> String { roff(text.text(in: language)) }

    /// Text as it stands in a line of its own or within one.
    private func roff(_ text: String) -> String {
        let escaped = VisibleText.line(text).unicodeScalars.map(Self.escaped).joined()
        // A line must not start with a control character of roff.
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
    }

    private func quoted(_ text: String) -> String { "\"\(roff(text))\"" }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "\"": "\\(dq"
        case "'": "\\(aq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        case _ where scalar.isASCII: String(scalar)
        default: unicode(scalar)
        }
    }

    private static func unicode(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }
}
