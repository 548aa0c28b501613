package import ConsoleAPI

/// All commands of a program.
package struct CommandCatalog: Sendable {
    package let program: ProgramDescription
    /// Those that plugins contributed, then those of every program.
    package let commands: [Command]

    /// - Parameter contributed: The program's own commands; one of the same
    ///   path as a command of every program takes its place.
    package init(_ program: ProgramDescription, _ contributed: [Command]) {
        self.program = program
        let taken = Set(contributed.map(\.path))
        commands = contributed + BuiltInCommands.all(program, contributed).filter { !taken.contains($0.path) }
    }

    /// The command that is called by the longest run of words from the start,
    /// and how many words that takes.
    func command(calledBy words: [String]) -> (command: Command, count: Int)? {
        let matches = commands.filter { words.starts(with: $0.path) }
        return matches.max { $0.path.count < $1.path.count }.map { ($0, $0.path.count) }
    }

    func command(at path: [String]) -> Command? {
        commands.first { $0.path == path }
    }

    /// The words that can follow `path`, in the order of the commands.
    func continuations(of path: [String]) -> [String] {
        var seen: Set<String> = []
        return commands.compactMap { command in
            guard command.path.count > path.count, command.path.starts(with: path) else { return nil }
            let word = command.path[path.count]
            return seen.insert(word).inserted ? word : nil
        }
    }

    /// The groups with their commands, the general one last.
    var groups: [(group: CommandGroup, commands: [Command])] {
        var order: [CommandGroup] = []
        for command in commands where !order.contains(command.group) { order.append(command.group) }
        let sorted = order.filter { $0 != .general } + order.filter { $0 == .general }
        return sorted.map { group in (group, commands.filter { $0.group == group }) }
    }
}
