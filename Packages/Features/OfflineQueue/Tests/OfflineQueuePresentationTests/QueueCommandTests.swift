import ConsoleAPI
import ConsoleTesting
import CoreModels
import FoundationEssentials
import KernelTesting
import Localization
import OfflineQueueAPI
import OfflineQueuePresentation
import OfflineQueueTesting
import PluginKit
import Testing

struct QueueCommandTests {
    private let request = WaitingRequest(
        id: QueuedRequestID(UUID()), kind: .registration, subject: "ana@example.com",
        createdAt: Date(timeIntervalSince1970: 1_700_000_000), expiresAt: Date(timeIntervalSince1970: 1_700_086_400),
        attempts: 2, problem: QueueProblem(code: "server_error", text: LocalizedText(verbatim: "It failed.")))

    @Test func commandsAreWellFormed() throws {
        try runner(RequestQueueSpy()).expectWellFormed()
    }

    @Test func listsWhatWaits() async throws {
        let run = try await runner(RequestQueueSpy(waiting: [request])).run("queue", "list")
        #expect(run.exit == .success)
        for part in ["ana@example.com", "Make the account", "It failed.", request.id.description] {
            #expect(run.output.contains(part), "\(part) in \(run.output)")
        }
        let empty = try await runner(RequestQueueSpy()).run("queue", "list")
        #expect(empty.output.contains("Nothing waits"))
    }

    @Test(
        .requirement("OFFLINE-10", "L10N-01"),
        arguments: [("en", "For other people: "), ("es", "Para otras personas: ")])
    func saysHowMuchOfOthersWaits(language: String, text: String) async throws {
        let run = try await runner(RequestQueueSpy(others: 2)).run("queue", "list", "--language", language)
        #expect(run.output.contains(text) && run.output.contains(": 2."))
        #expect(
            try await runner(RequestQueueSpy(others: 2)).run("queue", "list", "--json").output.contains(#""others":2"#))
    }

    @Test(.requirement("OFFLINE-03")) func saysWhatWaitsForOtherServers() async throws {
        let queue = RequestQueueSpy()
        var host = PluginHost()
        try host.install(
            OfflineQueuePresentationPlugin.self,
            .init(retrying: queue, inspection: queue, elsewhere: { _ in [LocalizedText(verbatim: "Elsewhere: 2.")] }))
        let run = await CommandRunner(try host.composed()).run("queue")
        #expect(run.output.contains("Nothing waits") && run.output.contains("Elsewhere: 2."), "\(run.output)")
    }

    @Test("Two comments on one picture are told apart by what they say")
    func tellsRequestsAboutOneThingApart() async throws {
        let picture = UUID()
        let comments = (0..<2).map { _ in
            WaitingRequest(
                id: QueuedRequestID(UUID()), kind: .comment, subject: "\(picture)", createdAt: request.createdAt,
                expiresAt: request.expiresAt)
        }
        let written = [comments[0].id: "What a lake!\nAnd that sky", comments[1].id: "¿Dónde está?"]
        let runner = try self.runner(RequestQueueSpy(waiting: comments)) { written[$0.id] }
        let list = await runner.run("queue")
        #expect(list.output.contains("What a lake!…") && list.output.contains("¿Dónde está?"), "\(list.output)")
        #expect(!list.output.contains("\(picture)"))
        let json = await runner.run("queue", "--json").output
        #expect(json.contains(#""text":"What a lake!\nAnd that sky""#) && json.contains("\(picture)"), "\(json)")
    }

    @Test("What is about a picture names the picture, and no identifier")
    func callsPicturesAsPeopleDo() async throws {
        let known = UUID(), unknown = UUID()
        let comments = [known, unknown].map { picture in
            WaitingRequest(
                id: QueuedRequestID(UUID()), kind: .comment, subject: "\(picture)", createdAt: request.createdAt,
                expiresAt: request.expiresAt)
        }
        let queue = RequestQueueSpy(waiting: comments), posted = LocalizedText(verbatim: "Posted.")
        queue.answerRetries(with: comments.map { QueuedRequestReport(request: $0, result: .done(posted)) })
        let runner = try self.runner(queue, subject: { $0.subject == "\(known)" ? "A lake, Wren" : nil })
        for arguments in [["queue", "retry"], ["queue", "retry", "--wait"]] {
            let run = await runner.run(arguments)
            #expect(run.output.contains("Post a comment (A lake, Wren): Posted."), "\(run.output)")
            #expect(run.output.contains("Post a comment: Posted.") && !run.output.contains("\(unknown)"))
        }
        let list = await runner.run("queue").output
        #expect(list.contains("A lake, Wren") && !list.contains("\(known)") && !list.contains("\(unknown)"))
        #expect(await runner.run("queue", "retry", "--json").output.contains("\(known)"))
    }

    @Test func listsForPrograms() async throws {
        let run = try await runner(RequestQueueSpy(waiting: [request])).run("queue", "list", "--json")
        #expect(run.output.contains("\"kind\":\"registration\""))
        #expect(run.output.contains("\"expires_at\":\"2023-11-15T22:13:20Z\""))
    }

    @Test(
        .requirement("REG-24", "LOGIN-12"),
        arguments: [
            (
                QueuedRequestResult.done(LocalizedText(verbatim: "Made.")), ConsoleAPI.ExitStatus.success, "Made.",
                "done"
            ),
            (.unreachable(LocalizedText(verbatim: "No way.")), .noConnectivity, "It waits on", "unreachable"),
            (
                .kept(QueueProblem(code: "busy", text: LocalizedText(verbatim: "Busy."))), .failure, "It waits on",
                "kept"
            ),
            (
                .refused(QueueProblem(code: "no", text: LocalizedText(verbatim: "In use."))), .failure, "In use.",
                "refused"
            ),
            (.expired, .failure, "waited too long", "expired"),
        ])
    func tellsWhatBecameOfEachRequest(
        result: QueuedRequestResult, exit: ConsoleAPI.ExitStatus, text: String, word: String
    ) async throws {
        for arguments in [["queue", "retry"], ["queue", "retry", "--wait"]] {
            let queue = RequestQueueSpy()
            queue.answerRetries(with: [QueuedRequestReport(request: request, result: result)])
            let run = try await runner(queue).run(arguments)
            #expect(run.output.contains(text))
            #expect(queue.selections == [.all])
            if arguments.count == 2 { #expect(run.exit == exit) }
            let json = try await runner(queue).run(arguments + ["--json"])
            #expect(json.output.contains("\"result\":\"\(word)\""))
        }
    }

    @Test func dropsOneOrAllAndNothingElse() async throws {
        let queue = RequestQueueSpy(waiting: [request])
        let runner = try self.runner(queue)
        #expect(await runner.run("queue", "drop").exit == .usage)
        #expect(await runner.run("queue", "drop", request.id.description, "--all").exit == .usage)
        let unknown = await runner.run("queue", "drop", UUID().uuidString)
        #expect(unknown.exit == .failure)
        #expect(unknown.errors.contains("See what waits with: essential queue"))
        let dropped = await runner.run("queue", "drop", request.id.description)
        #expect(dropped.exit == .success && dropped.output.hasSuffix("(\(request.subject)): Removed.\n"))
        #expect(await runner.run("queue", "drop", "--all").exit == .success)
        #expect(queue.dropped.contains(request.id))
    }

    @Test(.requirement("REG-21", "OFFLINE-03")) func thePersonIsToldOnDemand() async throws {
        let queue = RequestQueueSpy(waiting: [request])
        let runner = try self.runner(queue)
        #expect(await runner.run("queue", "notify").output.contains("You will be told"))
        #expect(await runner.run("queue", "notify", request.id.description).exit == .success)
        #expect(await runner.run("queue", "notify", UUID().uuidString).exit == .failure)
        #expect(queue.asked.prefix(2) == [nil, request.id])
        #expect(try await self.runner(RequestQueueSpy()).run("queue", "notify").output.contains("Nothing waits"))
    }

    @Test func saysWhyItCantTell() async throws {
        let run = try await runner(RequestQueueSpy(failure: .unreadable)).run("queue", "list")
        #expect(run.exit == .failure)
        #expect(run.errors.contains("queue drop --all"))
    }

    private func runner(
        _ queue: RequestQueueSpy, text: @escaping @Sendable (WaitingRequest) -> String? = { _ in nil },
        subject: @escaping @Sendable (WaitingRequest) -> String? = { _ in nil }
    ) throws -> CommandRunner {
        var host = PluginHost()
        try host.install(
            OfflineQueuePresentationPlugin.self, .init(retrying: queue, inspection: queue, text: text, subject: subject)
        )
        return CommandRunner(try host.composed())
    }
}
