import ConfigurationAPI
import ConfigurationTesting
import CoreModels
import CryptographyAPI
import CryptographyTesting
import FoundationEssentials
import KernelTesting
import Localization
import Locking
import MailAPI
import MailOutbox
import PluginKit
import SQLStoreAPI
import SQLStoreTesting
import ServerKeysTesting
import TelemetryAPI
import TelemetryTesting
import Testing

/// The real outbox over a real database, with time that stands still.
final class OutboxStage: Sendable {
    let store: TemporaryDatabase
    let delivery: DeliveryStub
    let date = ManualDate()
    let clock = ManualClock()
    let log = LogSpy()
    let metrics = InMemoryMetrics()
    let mail: any MailSending
    private let services: [any PluginService]
    private let sources: [MetricSource]
    private let sweeps: [Sweep]

    init(
        store: TemporaryDatabase? = nil, delivery: DeliveryStub = DeliveryStub(), templates: String? = nil,
        known: [MailTemplate] = [], spread: Double = 0.5
    ) async throws {
        if let store { self.store = store } else { self.store = try await TemporaryDatabase(OutboxTable.migration) }
        self.delivery = delivery
        let dependencies = MailOutboxPlugin.Dependencies(
            database: self.store.database, cryptography: try Cryptography.real(),
            serverKeys: try InMemoryServerKeys(), delivery: delivery,
            configuration: .fixture(
                .set(MailSettings.sender, to: "Essential <no-reply@example.com>"),
                .set(MailSettings.templates, to: templates)),
            known: { known }, metrics: metrics, log: log.logger, clock: clock, now: date.now, spread: { spread })
        let assembly = try MailOutboxPlugin.assemble(dependencies)
        mail = assembly.exports.mail
        services = assembly.services
        var host = PluginHost()
        try host.install(Passing.self, assembly.contributions)
        let composition = try host.composed()
        sources = composition.values(of: MetricSources.self)
        sweeps = composition.values(of: Sweeps.self)
    }

    /// Starts, and returns when what was left from before is under way and the
    /// outbox waits.
    func start(waits: Bool = true) async throws {
        try await startOnly()
        for service in services { try await service.run() }
        if waits { await clock.waitForSleepers() }
    }

    /// Starts in a program of which something else can't start.
    func startOnly() async throws {
        for service in services { try await service.start() }
    }

    /// What is wrong with the templates, as a program asks before it starts.
    func problems() async -> [MailTemplateError] {
        var found: [MailTemplateError] = []
        for service in services { found += await service.problems().compactMap { $0 as? MailTemplateError } }
        return found
    }

    /// Returns when what was being delivered is noted.
    func stop() async {
        for service in services { await service.stop() }
    }

    func send(to name: String = "ana", _ text: String = "Hi") async throws {
        let recipient = try #require(EmailAddress("\(name)@example.com"))
        try await mail.send(MailMessage(recipient: recipient, subject: "Test", text: text))
    }

    /// Lets so much time pass that the next try is due; waits first until the
    /// outbox waits.
    func pass(_ time: Duration) async {
        await clock.waitForSleepers()
        date.advance(by: time)
        clock.advance(by: time)
    }

    /// Sweeps the table, as the store does now and then.
    func sweep() async throws { try await store.sweep(sweeps) }

    /// How many letters are in a state.
    func count(_ state: String) async throws -> Int {
        _ = await metrics.text(refreshing: sources)
        return Int(metrics.value(of: "essentiald_mail_outbox", ["state": state]) ?? -1)
    }

    /// How many letters there are.
    func rows() async throws -> Int {
        try await store.database.read { db in try db.value("SELECT COUNT(*) FROM mail_outbox") ?? -1 }
    }
}

/// Passes on what the outbox contributes.
private enum Passing: Plugin {
    static let manifest = PluginManifest(id: "passing", summary: .init(verbatim: "passing"))

    static func assemble(_ contributions: Contributions) -> Assembly<Void> {
        Assembly(contributions: contributions)
    }
}

/// Takes letters, or answers what a test wants.
final class DeliveryStub: MailDelivering {
    private struct State {
        var letters: [MailLetter] = []
        var atOnce = 0
        var mostAtOnce = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<[MailLetter], Never>)] = []
    }

    private let state = Locked(State())
    /// What becomes of a letter, by the number of its try, counted from 1.
    private let answer: @Sendable (MailLetter, Int) async -> MailDeliveryError?

    init(_ answer: @escaping @Sendable (MailLetter, Int) async -> MailDeliveryError? = { _, _ in nil }) {
        self.answer = answer
    }

    /// All letters that were tried, with repetitions, as soon as there are so
    /// many.
    func letters(_ count: Int) async -> [MailLetter] {
        await withCheckedContinuation { continuation in
            let ready: [MailLetter]? = state.withLock { state in
                if state.letters.count >= count { return state.letters }
                state.waiting.append((count, continuation))
                return nil
            }
            if let ready { continuation.resume(returning: ready) }
        }
    }

    var letters: [MailLetter] { state.withLock { $0.letters } }
    var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

    func deliver(_ letter: MailLetter) async throws(MailDeliveryError) {
        let (attempt, ready, letters) = state.withLock {
            state -> (Int, [CheckedContinuation<[MailLetter], Never>], [MailLetter]) in
            state.letters.append(letter)
            state.atOnce += 1
            state.mostAtOnce = max(state.mostAtOnce, state.atOnce)
            let ready = state.waiting.filter { $0.count <= state.letters.count }.map(\.continuation)
            state.waiting.removeAll { $0.count <= state.letters.count }
            return (state.letters.count { $0.id == letter.id }, ready, state.letters)
        }
        for continuation in ready { continuation.resume(returning: letters) }
        let failure = await answer(letter, attempt)
        state.withLock { $0.atOnce -= 1 }
        if let failure { throw failure }
    }
}

/// A delivery that hangs for one person until a test lets it go on.
final class HangingDelivery: Sendable {
    private let gate = Locked<CheckedContinuation<Void, Never>?>(nil)

    /// Delivers, but to Ana.
    var stub: DeliveryStub {
        DeliveryStub { [gate] letter, _ in
            guard letter.recipient.localPart == "ana" else { return nil }
            await withCheckedContinuation { continuation in gate.withLock { $0 = continuation } }
            return nil
        }
    }

    /// Lets it go on once it hangs.
    func goOn() async {
        while gate.current == nil { await Task.yield() }
        gate.current?.resume()
    }
}
