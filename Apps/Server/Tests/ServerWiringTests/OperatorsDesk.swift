import ConfigurationAPI
import ConsoleAPI
import ConsoleTesting
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import OperatingAPI
import PluginKit
import SQLStoreAPI
import ServerKeysAPI
import ServerKeysTesting
import ServerTesting
import ServerWiring
import Testing

/// Does with a server's data what operators do by their commands.
struct OperatorsDesk: Sendable {
    private struct Access: ServerDataAccess {
        let data: ServerData
        let declared: Contributions

        func configuration() throws(CommandFailure) -> Configuration { .defaults }

        func declarations() throws(CommandFailure) -> Contributions { declared }

        func cryptography() throws(CommandFailure) -> Cryptography { data.cryptography }

        func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding) {
            (data.folder, data.keys)
        }

        func withData(
            _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
        ) async throws(CommandFailure) -> CommandOutput {
            do {
                return try await body(data)
            } catch {
                throw error as? CommandFailure
                    ?? CommandFailure(code: "failed", message: LocalizedText(verbatim: "\(error)"))
            }
        }

        func withCopy<Value: Sendable>(
            in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
        ) async throws(CommandFailure) -> Value {
            throw CommandFailure(code: "failed", message: LocalizedText(verbatim: "\(name) has no copy"))
        }

        let program = "tests 1.0"

        func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure) {
            throw CommandFailure(code: "no_copy", message: LocalizedText(verbatim: name))
        }
    }

    private let commands: CommandRunner

    init(of server: ComposedServer, at date: ManualDate) throws {
        let declared = try ServerDeclarations(ServerSettings(environment: [:])).contributions(in: .defaults)
        let access = Access(
            data: try ServerData(
                folder: "/nonexistent", database: server.database, now: date.now, keys: InMemoryServerKeys(),
                cryptography: .real(), recorders: declared.values(of: OperatorDeedRecorders.self)),
            declared: declared)
        commands = CommandRunner(
            declared.values(of: OperatorCommands.self).flatMap { $0(access) }, ofProgram: "essentiald")
    }

    /// Calls a command that has to succeed.
    @discardableResult
    func run(_ words: String...) async -> String { await run(words) }

    /// Calls a command that has to succeed.
    @discardableResult
    func run(_ words: [String]) async -> String {
        let run = await commands.run(words)
        #expect(run.exit == .success, "\(words): \(run.output)")
        return run.output
    }
}
