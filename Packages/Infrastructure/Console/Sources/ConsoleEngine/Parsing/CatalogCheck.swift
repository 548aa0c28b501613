import ConsoleAPI

/// Finds mistakes in the declarations of commands, such as two options of one name.
package enum CatalogCheck {
    /// A sentence about each mistake.
    package static func problems(in catalog: CommandCatalog) -> [String] {
        var problems: [String] = []
        var paths: Set<[String]> = []
        for command in catalog.commands where !paths.insert(command.path).inserted {
            problems.append("Two commands are called “\(command.name)”")
        }
        let global = catalog.program.allParameters.map(\.definition)
        problems += global.filter { $0.isRequired || $0.kind == .argument }.map {
            "The program's parameter “\($0.name)” must be an option that may be left out"
        }
        problems += names(of: global, in: "the program", reserved: [])
        let reserved = Set(global.flatMap(spellings))
        for command in catalog.commands { problems += Self.problems(in: command, reserved: reserved) }
        return problems
    }

    private static func problems(in command: Command, reserved: Set<String>) -> [String] {
        let name = "“\(command.name)”"
        var problems: [String] = []
        if command.path.isEmpty || command.path.contains(where: { !isName($0) }) {
            problems.append("The command \(name) has no proper name")
        }
        let definitions = command.parameters.map(\.definition)
        problems += names(of: definitions, in: name, reserved: reserved)
        problems += order(of: definitions.filter { $0.kind == .argument }, in: name)
        return problems
    }

    private static func names(of definitions: [ParameterDefinition], in owner: String, reserved: Set<String>)
        -> [String]
    {
        var problems: [String] = []
        var taken = reserved.union(["--help", "-h", "--version"])
        for definition in definitions {
            if !isName(definition.name) { problems.append("\(owner) has an improper name “\(definition.name)”") }
            for spelling in spellings(of: definition) where !taken.insert(spelling).inserted {
                problems.append("\(owner) declares \(spelling), which is taken")
            }
            if definition.kind == .option, PasswordNames.contains(definition.name) {
                problems.append("\(owner) takes a secret as an argument: --\(definition.name)")
            }
        }
        return problems
    }

    private static func order(of arguments: [ParameterDefinition], in owner: String) -> [String] {
        var problems: [String] = []
        for (index, argument) in arguments.enumerated().dropFirst() {
            let previous = arguments[index - 1]
            if previous.isRepeated {
                problems.append("\(owner) has an argument after “\(previous.name)”, which takes all")
            }
            if argument.isRequired, !previous.isRequired {
                problems.append("\(owner) requires “\(argument.name)” after one that may be left out")
            }
        }
        return problems
    }

    private static func spellings(of definition: ParameterDefinition) -> [String] {
        guard definition.kind != .argument else { return ["<\(definition.name)>"] }
        return ["--\(definition.name)"] + (definition.short.map { ["-\($0)"] } ?? [])
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}

/// The names of options that would carry a password.
enum PasswordNames {
    /// Whether an option of this name would carry a password: `password`, `new-password`, `passphrase`.
    static func contains(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        return ["password", "passphrase", "pass-phrase", "passwd", "pwd", "contraseña"].contains { word in
            lowercased == word || lowercased.hasSuffix("-" + word)
        }
    }
}
