import AccountImportOperations
import AccountsService
import AccountsServiceAPI
import AccountsServiceTesting
import ConfigurationAPI
import ConsoleAPI
import ConsoleTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import OperatingAPI
import OperatingTesting
import PluginKit
import SQLStoreAPI
import SecondFactorService
import SecondFactorServiceAPI
import ServerKeysAPI
import ServerKeysTesting
import Testing

/// A server on which people arrive: real accounts, and hashes of this server at the least cost.
struct ArrivalServer {
    let running: RunningAccounts
    let commands: CommandRunner
    let deeds = DeedSpy()
    private let folder: TemporaryFolder

    /// - Parameter keepers: Keep addresses back.
    init(
        hashing: InsecurePasswordHashing? = nil, asksForFactors: Bool = true, keepers: [any AddressKeeping] = []
    ) async throws {
        let cryptography: Cryptography =
            if let hashing {
                try .insecureForTests(passwords: InsecurePasswordHashingMaking(hashing: hashing))
            } else { try .realWithCheapPasswords() }
        let plugin = AccountImportOperationsPlugin.declarations
        var declared = AccountsServicePlugin.declarations
        if asksForFactors {
            for adoption in SecondFactorServicePlugin.declarations.values(of: AuthenticatorAdoptions.self) {
                declared.add(adoption, to: AuthenticatorAdoptions.self)
            }
        }
        for recorder in deeds.declarations.values(of: OperatorDeedRecorders.self) {
            declared.add(recorder, to: OperatorDeedRecorders.self)
        }
        for keeper in keepers { declared.add(keeper, to: AddressKeepers.self) }
        running = try await RunningAccounts(
            others: plugin.values(of: Migrations.self)
                + SecondFactorGuardPlugin.declarations.values(of: Migrations.self), cryptography: cryptography,
            serverKeys: InMemoryServerKeys(), keepers: { keepers })
        let access = Access(
            running: running, declared: declared, library: cryptography, keys: try InMemoryServerKeys())
        let make = try #require(plugin.values(of: OperatorCommands.self).first)
        commands = CommandRunner(make(access), ofProgram: "essentiald")
        folder = try TemporaryFolder()
    }

    /// Runs `import` on a file that has this content.
    func take(_ system: String, _ content: some DataProtocol, _ more: String...) async throws -> Run {
        let path = folder.path(of: "export")
        try Data(content).write(to: URL(filePath: path))
        return try await take(system, file: path, more)
    }

    func take(_ system: String, file: String, _ more: [String] = []) async throws -> Run {
        let run = await commands.run(["import", system, file, "--json"] + more)
        guard !run.output.isEmpty else { return Run(exit: run.exit, text: run.errors, report: nil) }
        return Run(
            exit: run.exit, text: run.output,
            report: try WireDecoder().decode(Run.Report.self, from: Data(run.output.utf8)))
    }

    struct Run {
        let exit: ConsoleAPI.ExitStatus
        let text: String
        let report: Report?

        struct Report: Decodable {
            let applied: Bool
            let sum: [String: Int]
            let reasons: [String: Int]
            let notes: [String: Int]
            let people: [Person]
        }

        struct Person: Decodable {
            let address: String?
            let outcome: String
            let reason: String?
            let notes: [String]
            let user: UserID?
        }

        /// What became of each, in the order of the file.
        var outcomes: [String] {
            report?.people.map { ([$0.reason ?? $0.outcome] + $0.notes).joined(separator: " ") } ?? []
        }
    }

    func logIn(_ address: String, _ password: String) async throws -> PasswordAuthentication {
        try await running.passwords.authenticate(
            email: try #require(EmailAddress(address)), password: Secret(password))
    }

    func isIn(_ address: String, _ password: String) async throws -> Bool {
        if case .accepted = try await logIn(address, password) { true } else { false }
    }

    /// All that is in a table, as text.
    func rows(of table: SQL, ordered order: SQL) async throws -> [String] {
        try await running.database.read { db in
            try db.values("SELECT \(order) FROM \(table) ORDER BY 1", as: String.self)
        }
    }

    private struct Access: ServerDataAccess {
        let running: RunningAccounts
        let declared: Contributions
        let library: Cryptography
        let keys: InMemoryServerKeys

        func configuration() throws(CommandFailure) -> Configuration { .defaults }
        func declarations() throws(CommandFailure) -> Contributions { declared }
        func cryptography() throws(CommandFailure) -> Cryptography { library }
        func serverKeys() throws(CommandFailure) -> (folder: String, keys: any ServerKeyProviding) { ("/", keys) }

        func withData(
            _ migrations: [Migration], _ body: @escaping @Sendable (ServerData) async throws -> CommandOutput
        ) async throws(CommandFailure) -> CommandOutput {
            do {
                return try await body(
                    ServerData(
                        folder: "/", database: running.database, now: running.date.now, keys: keys,
                        cryptography: library, recorders: declared.values(of: OperatorDeedRecorders.self)))
            } catch let failure as CommandFailure {
                throw failure
            } catch {
                throw CommandFailure(code: "start_failed", message: LocalizedText(verbatim: "\(error)"))
            }
        }

        func withCopy<Value: Sendable>(
            in folder: String, of name: String, _ body: @escaping @Sendable (ServerData) async throws -> Value
        ) async throws(CommandFailure) -> Value {
            throw CommandFailure(code: "no_copy", message: LocalizedText(verbatim: name))
        }

        let program = "tests 1.0"

        func signIn(toCopyIn folder: String, of name: String) async throws(CommandFailure) {
            throw CommandFailure(code: "no_copy", message: LocalizedText(verbatim: name))
        }
    }
}

/// Exports by `people.py`.
enum Export {
    static func make(_ system: String, of count: Int) async throws -> Data {
        let program = #filePath.replacing("ArrivalServer.swift", with: "people.py")
        let outcome = try await ChildProcess.run("/usr/bin/python3", [program, system, "\(count)"])
        try #require(outcome.exit == .status(0), "\(outcome.errorText)")
        return Data(outcome.outputText.utf8)
    }

    /// A realm of Keycloak with these users, as JSON.
    static func realm(_ users: String...) -> Data {
        Data(#"{"realm":"example","users":[\#(users.joined(separator: ","))]}"#.utf8)
    }

    /// A user of it.
    static func user(_ number: Int, _ email: String, _ more: String = "") -> String {
        #"{"id":"\#(number)","username":"u\#(number)","email":"\#(email)","emailVerified":true,"enabled":true\#(more)}"#
    }

    static let password =
        #","credentials":[{"type":"password","secretData":"{\"value\":\"M6yI44BIjSYFdnC4n1cBKreBzUO93Anv9jw4WUFoedE=\",\"salt\":\"c2FsdHNhbHRzYWx0c2FsdA==\"}","credentialData":"{\"hashIterations\":1000,\"algorithm\":\"pbkdf2-sha256\"}"}]"#
}
