import ConsoleAPI
import Localization

/// The help as `--json` prints it: names and spellings, no prose in a language.
struct HelpDocument: Encodable {
    struct Command: Encodable {
        let name: String
        let summary: String
        let usage: String
        let parameters: [Parameter]
        let examples: [String]

        init(_ command: ConsoleAPI.Command, program: String) {
            name = command.name
            summary = command.summary.english
            usage = command.usage(program: program).english
            parameters = command.parameters.map { Parameter($0.definition) }
            examples = command.examples.map(\.line)
        }
    }

    struct Parameter: Encodable {
        let name: String
        let kind: String
        let summary: String
        let required: Bool
        let repeated: Bool
        let `default`: String?
        let environment: String?

        init(_ definition: ParameterDefinition) {
            name = definition.name
            kind = "\(definition.kind)"
            summary = definition.summary.english
            required = definition.isRequired
            repeated = definition.isRepeated
            `default` = definition.defaultText
            environment = definition.environment
        }
    }

    let name: String
    let version: String
    let summary: String
    let options: [Parameter]
    let commands: [Command]

    init(_ program: ProgramDescription, _ commands: [ConsoleAPI.Command]) {
        name = program.name
        version = program.version
        summary = program.summary.english
        options = program.allParameters.map { Parameter($0.definition) }
        self.commands = commands.map { Command($0, program: program.name) }
    }
}
