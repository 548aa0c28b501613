import AtomicFiles
import ConsoleAPI
import CoreModels
import CryptographyAPI
import HTTPServingAPI
import Localization
import PluginKit
import ScreensAPI
import ScreensHosting

/// `essential app`: the screens in the person's own browser.
struct AppCommand: Sendable {
    let dependencies: ScreensAppPlugin.Dependencies

    private static let port = Parameter<Int?>.optional(
        "port",
        ValueFormat(placeholder: LocalizedText(en: "NUMBER", es: "NÚMERO"), expectation: AppTexts.portExpectation) {
            word in
            Int(word).flatMap { (1_024...65_535).contains($0) ? $0 : nil }
        }, summary: AppTexts.portOption)
    private static let noOpen = Parameter.flag("no-open", summary: AppTexts.noOpenOption)

    private static let lockAfter = Parameter<Duration?>.optional(
        "lock-after", .duration, environment: "ESSENTIAL_LOCK_AFTER", summary: AppTexts.lockAfterOption)
    private static let usualPatience = Duration.seconds(900)

    private struct Ended: Encodable, Sendable {
        let ended = true
    }

    private struct Way: Encodable, Sendable {
        let link: String
        let runs: Bool
    }

    var command: Command {
        Command(
            "app", summary: AppTexts.summary, discussion: AppTexts.discussion, group: .general,
            examples: [
                CommandExample("essential app", AppTexts.example),
                CommandExample("essential app --no-open", AppTexts.noOpenExample),
            ],
            parameters: [Self.port, Self.noOpen, Self.lockAfter]
        ) { invocation, terminal throws(CommandFailure) in
            do {
                return try await run(invocation, terminal)
            } catch let failure as CommandFailure {
                throw failure
            } catch let error as FileError {
                throw CommandFailure(code: "app_not_opened", message: AppTexts.notKept(error.text))
            } catch let error as HTTPServingError {
                throw CommandFailure(presenting: error)
            } catch {
                throw CommandFailure(
                    code: "app_not_opened", message: AppTexts.notKept(LocalizedText(verbatim: "\(error)")))
            }
        }
    }

    private var folder: AppFolder { AppFolder(path: dependencies.folder) }
    private var tokens: LaunchTokens {
        LaunchTokens(
            folder: folder.tokens, random: dependencies.random, hashing: dependencies.hashing, now: dependencies.now)
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws -> CommandOutput {
        let desktop = invocation[Self.noOpen] ? nil : dependencies.desktop
        guard let occupied = try folder.occupy() else {
            return try await another(desktop, invocation, terminal)
        }
        defer { withExtendedLifetime(occupied) {} }
        try folder.forgetOrigin()
        // Whoever has a pass phrase is asked for it here, before anything is shown.
        await Task.inPassing { [dependencies] in
            if await !dependencies.lock.isOpenedInBrowser() { _ = await dependencies.person() }
        }
        let origins = try origins(invocation[Self.port])
        for origin in origins {
            do {
                try await serve(at: origin, desktop, invocation, terminal)
                return CommandOutput(json: Ended(), .line(AppTexts.ended, .faint))
            } catch HTTPServingError.portInUse {
                continue
            }
        }
        throw CommandFailure(
            code: "port_taken", message: AppTexts.portTaken(origins.last?.port ?? 0), hint: AppTexts.otherPort)
    }

    /// Where the program may be found: somewhere else each time, since anybody on the
    /// machine may have answered meanwhile where it was (ADR 0050).
    private func origins(_ port: Int?) throws -> [AppOrigin] {
        let random = dependencies.random, label = try AppOrigin.makeLabel(random)
        if let port { return [AppOrigin(label: label, port: port)] }
        return try (1...5).map { _ in AppOrigin(label: label, port: try AppOrigin.makePort(random)) }
    }

    // MARK: Running

    private func serve(
        at origin: AppOrigin, _ desktop: Desktop?, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws {
        let dependencies = dependencies, folder = folder
        let way = WayIn(origin: origin, tokens: tokens, desktop: desktop, clock: dependencies.clock)
        let browsers = OwnBrowsers(
            random: dependencies.random, now: dependencies.now, clock: dependencies.clock, person: dependencies.person)
        let end = EndSignal(), hosting = try hosting(for: browsers, end)
        let idle = IdleLock(
            after: max(invocation[Self.lockAfter] ?? Self.usualPatience, .seconds(1)), by: dependencies.clock
        ) {
            await dependencies.lock.lock()
            if await dependencies.lock.isLocked() { hosting.forget() }
        }
        try await dependencies.serve(try service(at: origin, browsers, hosting, idle, terminal)) {
            try folder.keep(origin)
            TerminationSignal.observe()
            try await withThrowingTaskGroup { group in
                group.addTask { await dependencies.beside() }
                group.addTask { await idle.watch() }
                group.addTask {
                    try await way.open(in: invocation.language) { isOpening in
                        terminal.write(.line(isOpening ? AppTexts.runs : AppTexts.waits, .success))
                    }
                }
                try tell(way, runs: false, terminal)
                _ = await TerminationSignal.first()
                await end.give(by: dependencies.clock)
                group.cancelAll()
            }
        }
    }

    private func hosting(for browsers: OwnBrowsers, _ end: EndSignal) throws -> ScreensHostingPlugin.Exports {
        let random = dependencies.random
        var needs = ScreensHostingPlugin.Dependencies(
            screens: dependencies.screens, passages: dependencies.passages, files: dependencies.files,
            navigation: dependencies.navigation, counts: dependencies.counts,
            steps: dependencies.steps, live: dependencies.live,
            browsers: browsers, uploads: dependencies.uploads, hashing: dependencies.hashing, root: "/",
            makeKey: { (try? random.text()) ?? "" },
            now: dependencies.now)
        needs.cookies = .process
        needs.isLocked = dependencies.lock.isLocked
        needs.ends = WindowEnds(
            untilLocked: dependencies.lock.untilLocked, untilLeft: dependencies.untilLeft, untilOver: end.wait)
        // Another user of the machine may listen here after the program ended.
        needs.proof = try random.text(byteCount: 16)
        return try ScreensHostingPlugin.assemble(needs).exports
    }

    private func service(
        at origin: AppOrigin, _ browsers: OwnBrowsers, _ hosting: ScreensHostingPlugin.Exports, _ idle: IdleLock,
        _ terminal: any Terminal
    ) throws -> AppService {
        let returns = Set(dependencies.passages().filter(\.comesFromElsewhere).map(\.route.pattern))
        return AppService(
            port: origin.port, routes: try hosting.routes(), middlewares: hosting.middlewares, problem: hosting.problem
        ) { [tokens, returns] inside in
            AppDoor(
                origin, browsers, tokens, returns: returns, page: hosting.page,
                onRepetition: { terminal.writeError(.line(AppTexts.cameTwice, .warning)) }, idle: idle,
                before: inside)
        }
    }

    /// Opens another window of the program that runs.
    private func another(
        _ desktop: Desktop?, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws -> CommandOutput {
        guard let origin = try folder.origin() else {
            throw CommandFailure(code: "app_not_opened", message: AppTexts.starting)
        }
        let way = WayIn(origin: origin, tokens: tokens, desktop: desktop, clock: dependencies.clock)
        terminal.write(.line(AppTexts.runsAlready))
        if let port = invocation[Self.port], port != origin.port {
            terminal.writeError(.line(AppTexts.staysAtPort(origin.port), .warning))
        }
        let link = try tell(way, runs: true, terminal)
        try await way.open(in: invocation.language) { _ in }
        return CommandOutput(json: Way(link: link, runs: true), text: [])
    }

    @discardableResult
    private func tell(_ way: WayIn, runs: Bool, _ terminal: any Terminal) throws -> String {
        let link = try way.link()
        terminal.write(.line(AppTexts.linkFollows, .faint), .line(LocalizedText(verbatim: link)))
        if !runs { terminal.emit(Way(link: link, runs: runs)) }
        return link
    }
}
