import FoundationEssentials
import KernelTesting

/// `essential` with a home of its own.
struct Client: Sendable {
    let home: String
    let address: String
    var environment: [String: String] = [:]
    /// By what the device tells the time, if not by the machine's.
    var clock: ShiftedClock?

    /// Runs a command to its end.
    @discardableResult
    func run(_ arguments: String..., input: String? = nil) async throws -> ChildProcess.Outcome {
        let child = try spawn(arguments)
        if let input { child.provideInput(input) }
        return await child.outcome()
    }

    /// Runs a command that has to succeed with one object of JSON.
    @discardableResult
    func object(_ arguments: String..., input: String? = nil) async throws -> JSON {
        let child = try spawn(arguments + ["--json"])
        if let input { child.provideInput(input) }
        let outcome = await child.outcome()
        guard outcome.exit == .status(0) else {
            throw CommandFailed(arguments: arguments, outcome: outcome)
        }
        return try JSON(parsing: outcome.outputText)
    }

    /// Runs a command again and again until nothing waits for the server any
    /// more.
    ///
    /// What waits holds a command up for a second, and a busy machine takes
    /// longer. The server goes on, and a later command gets its answer.
    ///
    /// - Returns: How the last run ended, and what all of them complained about.
    func runUntilNothingWaits(_ command: String) async throws -> (last: ChildProcess.Outcome, errors: String) {
        var last = try await run(command), errors = last.errorText
        for _ in 0..<200 {
            if try await object("queue", "list")["items"]?.items == [] { break }
            last = try await run(command)
            errors += last.errorText
        }
        return (last, errors)
    }

    /// Starts a command.
    func spawn(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(Programs.essential, arguments, environment: variables)
    }

    /// The environment in which it runs.
    var variables: [String: String] {
        var variables = Surroundings.variables
        variables["HOME"] = home
        variables["ESSENTIAL_HOME"] = home
        variables["ESSENTIAL_SERVER"] = address
        variables.merge(clock?.environment ?? [:]) { $1 }
        return variables.merging(environment) { $1 }
    }

    func logIn(as person: Person) async throws -> JSON {
        try await object("login", "--email", person.email, "--password-stdin", input: person.password + "\n")
    }

    /// The folder of what belongs to the server, once there is one.
    var folder: String? {
        let servers = home + "/profiles/default/servers"
        return (try? FileManager.default.contentsOfDirectory(atPath: servers))?.first.map { servers + "/" + $0 }
    }

    /// The number of damaged records and the problem of the vault.
    func vault() async throws -> (damaged: Int?, records: Int?, problem: String?) {
        let status = try await object("status"), vault = status["vault"]
        // What is kept of the audit trail comes after each contact, sooner or later.
        let others = status["audit"] == nil ? 0 : 1
        return (vault?["damaged"]?.number, vault?["records"]?.number.map { $0 - others }, vault?["problem"]?.text)
    }
}

/// A command that should have succeeded.
struct CommandFailed: Error, CustomStringConvertible {
    let arguments: [String]
    let outcome: ChildProcess.Outcome

    var description: String {
        "essential \(arguments.joined(separator: " ")) ended with \(outcome.exit): \(outcome.outputText)\(outcome.errorText)"
    }
}

extension ChildProcess.Outcome {
    /// The code of the error that a command with `--json` printed, if it printed
    /// nothing else there.
    var errorCode: String? {
        let error = try? JSON(parsing: errorText)
        let names = error?["error"]?.names.filter { !["errors", "next", "waits"].contains($0) }
        return error?.names == ["error"] && names == ["code", "message"]
            ? error?["error"]?["code"]?.text : nil
    }
}
