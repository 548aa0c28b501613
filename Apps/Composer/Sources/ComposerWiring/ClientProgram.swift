import ComposerFlows
public import ConsoleAPI
import ConsolePictures
import ConsoleTerminal
import CoreModels
import CryptographyAPI
import DeviceIntegrityAPI
import DeviceIntegrityConsole
import FoundationEssentials
import Glibc
import HTTPTransportAPI
import Localization
import OfflineQueueAPI
import PluginKit
package import ScreensAPI
import ScreensApp
import SecureStorageAPI
import SecureStorageClient

/// The command line of `essential`.
public struct ClientProgram: Sendable {
    private static let sendsWhatWaits = LocalizedText(
        en: "Sending what waited for a connection. Ctrl-C leaves it for later.",
        es: "Enviando lo que esperaba conexión. Ctrl-C lo deja para después.")

    private let environment: [String: String]
    private let program: CommandLineProgram

    /// Creates the program.
    ///
    /// - Parameter environment: The environment's variables.
    public init(environment: [String: String]) {
        self.environment = environment
        program = CommandLineProgram(
            ProgramDescription(
                name: "essential", version: ClientOptions.version,
                summary: LocalizedText(
                    en: "Your account and an image feed, also without a connection",
                    es: "Tu cuenta y un muro de imágenes, también sin conexión"),
                parameters: ClientOptions.parameters(environment), context: ClientOptions.context(environment),
                variables: ClientOptions.variables, files: ClientOptions.files, signals: ClientOptions.signals,
                start: "status"),
            decoder: LibraryBitmapDecoder())
    }

    /// Tells what keeps the program from doing anything, before it does.
    ///
    /// It is asked on the program's first thread, while there is no other.
    ///
    /// - Returns: The status with which the program should end; nil if it can
    ///   run.
    public func refusal(_ arguments: [String]) -> ExitStatus? {
        (ClientLimits.obstacle() ?? CommandLineProgram.obstacleInArguments).map {
            program.report($0, for: program.parse(arguments, environment: environment))
        }
    }

    /// Does what the arguments ask for.
    ///
    /// - Returns: The status with which the program should end.
    public func run(_ arguments: [String]) async -> ExitStatus {
        let request = program.parse(arguments, environment: environment)
        guard request.needsCommands else { return await program.run(request, commands: []) }
        do throws(CommandFailure) {
            return try await compose(request)
        } catch {
            return program.report(error, for: request)
        }
    }

    private func compose(_ request: CommandLineProgram.Request) async throws(CommandFailure) -> ExitStatus {
        let options = try ClientOptions(request, environment: environment)
        do {
            let places = ClientPlaces(home: options.home, profile: options.profile, server: options.server)
            let terminal = program.terminal(for: request, remembering: RowMemory(path: places.rows))
            let interruption = SealedInterruption { text in
                if !request.isJSON { terminal.writeError(.line(text, .warning)) }
            }
            let surroundings = surroundings(options, terminal, request, interruption)
            let look = try await lookAround(options, places, request, surroundings)
            let composition = try ClientComposition(options, in: surroundings)
            _ = composition.cryptography.process.harden()
            let commands = Self.commands(of: composition, options) + [look.command(composition.findings)]
            let steps = composition.plugins.values(of: NextStepPlaces.self) + [ServerOffer.place]
            let isCommand = request.firstWord.map { word in commands.contains { $0.path.first == word } } ?? true
            // Nothing is started for the others, opened or sent, and nobody is asked or waits.
            guard isCommand, !request.concernsProgram, request.firstWord != IntegrityReport.name else {
                return await program.run(request, commands: commands, places: steps, on: terminal)
            }
            let program = program, notices = composition.notices, trail = composition.trail, status = Outcome()
            try await composition.run { [findings = composition.findings] in
                await findings.tell(look.found) {
                    await status.set(program.run(request, commands: commands, places: steps, on: terminal))
                }
                if !request.isJSON, options.sendsWhatWaits { await Self.tell(notices, on: terminal) }
                await Self.follow(trail, on: terminal, after: request)
            }
            return await status.value
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as PluginHostError {
            throw CommandFailure(code: "invalid_composition", message: error.text)
        } catch {
            throw CommandFailure(
                code: "start_failed",
                message: LocalizedText(
                    en: "The program can't start: \(error)", es: "El programa no puede arrancar: \(error)"))
        }
    }

    /// What a start found out about the device and the program.
    private struct Look: Sendable {
        /// What the server is to be told of; nil where it is told nothing.
        var found: [IntegrityFinding.Kind]?
        /// Makes the command that tells all of it.
        let command: @Sendable (FindingsWatch) -> Command
    }

    /// Looks at the device and the program before anything is composed; for help, nothing is looked at.
    private func lookAround(
        _ options: ClientOptions, _ places: ClientPlaces, _ request: CommandLineProgram.Request,
        _ surroundings: ClientInfrastructure.Surroundings
    ) async throws -> Look {
        guard !request.concernsProgram else { return Look { _ in ClientIntegrity.described } }
        let integrity = try ClientIntegrity(options, places, isJSON: request.isJSON), word = request.firstWord
        let found = try await integrity.require(for: word) { notice in
            surroundings.onWarning(notice.warning)
        } tell: { found in
            guard let composition = try? ClientComposition(options, in: surroundings) else { return }
            _ = composition.cryptography.process.harden()
            await composition.findings.tell(found)
        } wipe: {
            let vault = try ClientComposition(options, in: surroundings).vault
            _ = try await vault.startOver()
            try await vault.cleanUp()
        }
        return Look(found: found, command: await integrity.command(word))
    }

    /// What people can do: the commands and the screens of the whole client, composed
    /// and not started.
    package func offers() throws -> (commands: [Command], screens: [Screen]) {
        let request = program.parse(["help"], environment: environment)
        let options = try ClientOptions(request, environment: environment)
        let terminal = program.terminal(for: request, remembering: RowMemory(path: options.home))
        let plugins = try ClientComposition(
            options, in: surroundings(options, terminal, request, SealedInterruption { _ in })
        ).plugins
        return (plugins.values(of: Commands.self), plugins.values(of: Screens.self))
    }

    private func surroundings(
        _ options: ClientOptions, _ terminal: any Terminal, _ request: CommandLineProgram.Request,
        _ interruption: SealedInterruption
    ) -> ClientInfrastructure.Surroundings {
        .init(
            device: Self.deviceName(), desktop: desktop,
            passphrases: AskedPassphrases(
                file: options.passphraseFile.map(SecureStorageClientPlugin.passphrases(fromFile:)),
                person: TerminalPassphrases(terminal: terminal)),
            onDelay: {
                if !request.isJSON { terminal.writeError(.line(Self.sendsWhatWaits, .faint)) }
            },
            onSealed: { if !options.runsUntilSignal { interruption.watch($0) } },
            onSent: { notice in
                if !request.isJSON { terminal.writeError(Self.line(notice)) }
            },
            onWarning: { warning in
                if !request.isJSON { terminal.writeError(.line(warning, .warning)) }
            })
    }

    /// Freedesktop's xdg-utils, where there is a desktop.
    private var desktop: Desktop? {
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { environment[$0]?.isEmpty == false }) else { return nil }
        let folder = environment["XDG_RUNTIME_DIR"] ?? FileManager.default.temporaryDirectory.path()
        return Desktop(program: "xdg-open", folder: folder)
    }

    /// The commands of the features and of the program.
    private static func commands(of composition: ClientComposition, _ options: ClientOptions) -> [Command] {
        let features = offeringLogin(composition.plugins.values(of: Commands.self))
        return
            (options.server.isOfThisMachine
            ? ServerOffer.extending(features) { composition.presence.isMissing } : features)
            + [PluginReport.command(of: "essential") { composition.plugins.entries }]
    }

    /// The commands, those that only show something with an offer to log in.
    private static func offeringLogin(_ commands: [Command]) -> [Command] {
        guard let login = commands.first(where: { $0.name == "login" }) else { return commands }
        return SignInOffer(login: login).extending(commands)
    }

    /// Tells what became of requests that waited for a connection.
    private static func tell(_ queue: any QueueInspecting, on terminal: any Terminal) async {
        for notice in (try? await queue.takeNotices()) ?? [] {
            terminal.writeError(line(notice))
        }
    }

    /// Has the server's audit trail looked at, and tells what was found.
    private static func follow(
        _ trail: TrailWatch, on terminal: any Terminal, after request: CommandLineProgram.Request
    ) async {
        let found = await Task.inPassing { await trail.look() }
        // The command that shows it says so itself.
        guard let found, !request.isJSON, request.firstWord != "audit" else { return }
        terminal.writeError(.paragraph(StyledText(found, .warning)))
    }

    private static func line(_ notice: QueueNotice) -> OutputBlock {
        // An identifier says nothing to people; the text says what it was.
        let isNamed = !notice.subject.isEmpty && UUID(uuidString: notice.subject) == nil
        let subject = isNamed ? "\(notice.subject): " : ""
        return .line(StyledText(verbatim: subject) + StyledText(notice.text, notice.isDone ? .success : .warning))
    }

    /// How this device calls itself: its host name.
    private static func deviceName() -> String? {
        var name = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&name, name.count - 1) == 0 else { return nil }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}

/// What a command ended with.
private actor Outcome {
    private(set) var value = ExitStatus.failure

    func set(_ status: ExitStatus) {
        value = status
    }
}
