import CoreModels
import FoundationEssentials
import HTTPServingLoopback
import HTTPServingTesting
import HTTPTransportAPI
import HTTPTypes
import KernelTesting
import Locking
import PluginKit
import SQLStoreTesting
import SecureStorageAPI
import SecureStorageTesting
import SessionsAPI
import SessionsClient
import SessionsServiceAPI
import SessionsServiceTesting
import SessionsTesting

/// What happens to one person's session, as a seed has it: several processes
/// use and renew it, are killed at any point of input and output, find the
/// vault locked and the disk full, and talk to a server that restarts over a
/// network that loses, doubles, delays, reorders and invents messages.
///
/// The network is assumed to keep no message for longer than the time of grace:
/// one that does can't be told from a thief's.
final class Schedule {
    /// Something that must not happen did.
    struct Violation: Error, CustomStringConvertible {
        let description: String
    }

    private static let processCount = 3
    private static let steps = 130
    /// The longest that all of it may take: less than a session may lie idle.
    private static let longest = 29.0 * 86_400

    let server: SimulatedServer
    let world: World
    let ends = SessionEndSpy()
    let user: User
    private(set) var trace: [String] = []

    let habits: Habits
    var random: SeededGenerator
    var processes: [SimulatedProcess] = []
    var busy = Set<Int>()
    var messages: [Message] = []
    private var nextNumber = 0
    private var timeLeft = longest
    /// The refresh tokens that were stored, in the order of their generations.
    private var stored: [Secret] = []
    private let outcomes = Locked<[(process: Int, answer: String)]>([])

    init(seed: UInt64, server: SimulatedServer) async throws {
        self.server = server
        random = SeededGenerator(seed: seed)
        habits = Habits(&random)
        world = World(date: server.date)
        user = User.sample()
        let grant = try await server.sessions.issuing.issueSession(for: user, on: SessionClient()).grant
        let vault = InMemorySecretStore()
        let session = StoredSession(user: user, grant: grant, receivedAt: world.now)
        try await SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports.store.save(session)
        let secret = try await vault.read(SecretName(SecretKind("session"))).get()
        world.changeDisk { $0 = secret }
        for _ in 0..<Self.processCount { startProcess() }
    }

    // MARK: The whole of it

    /// Lets the faults happen, and checks that the session goes on all the
    /// same, once they are over.
    func run() async throws {
        for _ in 0..<Self.steps {
            try await take(nextStep())
            try await check()
        }
        try await calmDown()
        guard try await ask() == "\(user.id)" else { throw Violation(description: "the session is of no use") }
        try await check()
    }

    /// Lets somebody present a token that was exchanged long before, which has
    /// to end the session for everybody.
    ///
    /// - Returns: False if no token is old enough.
    func replay() async throws -> Bool {
        guard stored.count >= 3, let token = stored.dropLast(2).randomElement(using: &random) else { return false }
        server.date.advance(by: .seconds(31))
        guard case .refused(.reused) = try await server.sessions.refreshing.refresh(token, on: SessionClient())
        else { throw Violation(description: "a thief was not noticed") }
        guard try await ask() == "nobody", world.disk == nil, ends.ends == [.refused] else {
            throw Violation(description: "the session of a thief goes on")
        }
        return true
    }

    // MARK: What happens then

    private func take(_ step: Step) async throws {
        switch step {
        case .call:
            guard let process = processes.filter({ !busy.contains($0.number) }).randomElement(using: &random) else {
                return
            }
            await call(process)
        case .go(let stop): await goOn(stop)
        case .fail(let stop): await fail(stop)
        case .kill(let process): await kill(process)
        case .deliver(let index): try await deliver(messages.remove(at: index), isFaulty: true)
        case .copy(let index): messages.append(messages[index])
        case .drop(let index):
            note("#\(messages[index].number) is lost")
            messages.remove(at: index)
        case .wait(let seconds): await wait(seconds)
        case .restartServer:
            note("the server restarts")
            try await server.restart()
        case .reboot:
            note("the machine restarts")
            for process in processes { await kill(process.number) }
            world.reboot()
        }
    }

    private func startProcess() {
        nextNumber += 1
        processes.append(SimulatedProcess(nextNumber, in: world, ends: ends))
    }

    private func call(_ process: SimulatedProcess) async {
        note("p\(process.number) calls")
        busy.insert(process.number)
        world.start { [outcomes, world] in
            let request = HTTPRequest(url: Slice.address.url(path: "/whoami"))
            let response = try? await process.transport.send(request)
            guard !world.isDead(process.number) else { return }
            let answer = response.map { $0.status == .ok ? String(decoding: $0.body, as: UTF8.self) : "\($0.status)" }
            outcomes.withLock { $0.append((process.number, answer ?? "no answer")) }
        }
        await world.quiet()
    }

    private func goOn(_ stop: World.Stop) async {
        guard case .send(let request) = stop.point else {
            note("p\(stop.process) passes \(Self.name(stop.point))")
            return await world.resume(stop.process, .go)
        }
        nextNumber += 1
        note("p\(stop.process) sends \(request.url.path()) as #\(nextNumber)")
        messages.append(
            Message(number: nextNumber, process: stop.process, request: request, sentAt: server.date.value))
        await world.resume(stop.process, .sent(nextNumber))
    }

    private func fail(_ stop: World.Stop) async {
        note("p\(stop.process) fails at \(Self.name(stop.point))")
        switch stop.point {
        case .lock: await world.resume(stop.process, .fail(.busy))
        case .read: await world.resume(stop.process, .fail(.passphraseRequired))
        case .write: await world.resume(stop.process, .fail(.noSpace(path: "/vault")))
        case .written: await world.resume(stop.process, .fail(.verificationFailed))
        case .send: await world.resume(stop.process, .lost(.connectivity(reason: "none")))
        case .answer: await world.resume(stop.process, .lost(.timedOut))
        case .sleep: return
        }
    }

    private func kill(_ process: Int) async {
        note("p\(process) is killed")
        await world.kill(process)
        busy.remove(process)
        processes.removeAll { $0.number == process }
        startProcess()
    }

    private func wait(_ seconds: Double) async {
        let seconds = min(seconds, timeLeft)
        timeLeft -= seconds
        server.date.advance(by: .seconds(seconds))
        note("\(seconds) s pass")
        messages.removeAll { server.date.value.timeIntervalSince($0.sentAt) >= 29 }
    }

    // MARK: Calm

    /// No more faults; everybody comes to an end.
    private func calmDown() async throws {
        note("calm")
        while !busy.isEmpty || !messages.isEmpty {
            if let stop = world.stops.first(where: { canGoOn($0) }) {
                await goOn(stop)
            } else if !messages.isEmpty {
                try await deliver(messages.removeFirst(), isFaulty: false)
            } else if let lost = world.stops.first(where: { if case .answer = $0.point { true } else { false } }) {
                await fail(lost)
            } else {
                server.date.advance(by: .seconds(1))
            }
            try await check()
        }
    }

    /// What a process that starts anew is answered, without any fault.
    private func ask() async throws -> String? {
        startProcess()
        guard let process = processes.last else { return nil }
        await call(process)
        while world.stops.contains(where: { $0.process == process.number }) {
            if let stop = world.stops.first(where: { canGoOn($0) }) { await goOn(stop) }
            while !messages.isEmpty {
                var message = messages.removeFirst()
                if message.answer == nil { message.answer = try await server.loopback.send(message.request) }
                try await deliver(message, isFaulty: false)
            }
        }
        return outcomes.withLock { $0.popLast()?.answer }
    }

    // MARK: What must hold at every moment

    private func check() async throws {
        for outcome in outcomes.withLock({ outcomes in
            defer { outcomes = [] }
            return outcomes
        }) {
            note("p\(outcome.process) is told \(outcome.answer == "\(user.id)" ? "who it is" : outcome.answer)")
            busy.remove(outcome.process)
            if outcome.answer == "nobody" { throw Violation(description: "a request went out without credentials") }
        }
        guard let disk = world.disk, let session = await session(on: disk) else {
            throw Violation(description: "the session is gone")
        }
        guard ends.ends.isEmpty else { throw Violation(description: "the session was ended") }
        if stored.last?.isEqual(to: session.grant.refreshToken) != true { stored.append(session.grant.refreshToken) }
    }

    private func session(on disk: Secret) async -> StoredSession? {
        let vault = InMemorySecretStore()
        try? await vault.save(disk, as: SecretName(SecretKind("session")))
        guard
            case .present(let session) =
                await SessionsClientPlugin.assemble(.init(secrets: vault, locks: vault)).exports.store.load()
        else { return nil }
        return session
    }

    func note(_ event: String) {
        trace.append(event)
    }

    private static func name(_ point: World.Point) -> String {
        switch point {
        case .lock: "the lock"
        case .read: "a read"
        case .write: "a write"
        case .written: "the end of a write"
        case .send: "sending"
        case .answer(let number): "waiting for #\(number)"
        case .sleep: "sleeping"
        }
    }
}
