import CoreModels
import FoundationEssentials
import HTTPTransportAPI
import KernelTesting
import Locking
import SecureStorageAPI
import SessionsTesting

/// The machine on which simulated processes run: each stops at every point of
/// input and output until the schedule says how it goes on, so that what
/// happens follows from the schedule alone.
final class World: Sendable {
    /// Where a process stops.
    enum Point: Sendable {
        case lock
        case read
        /// About to make a write durable.
        case write
        /// The write is durable, and the process doesn't know yet.
        case written
        case send(HTTPRequest)
        case answer(to: Int)
        case sleep(until: BootTime)
    }

    /// How it goes on.
    enum Verdict: Sendable {
        case go
        /// The request is on its way, under this number.
        case sent(Int)
        case answered(HTTPResponse)
        case lost(HTTPTransportError)
        case fail(SecretStoreError)
        /// The process was killed: nothing that it does has an effect any more.
        case die
    }

    /// A process that has stopped.
    struct Stop: Sendable {
        let process: Int
        let point: Point
        fileprivate let resume: CheckedContinuation<Verdict, Never>
    }

    private struct State {
        var running = 0
        var stops: [Stop] = []
        var dead: Set<Int> = []
        var lockHolder: Int?
        var boots = 0
        var disk: Secret?
        var watcher: CheckedContinuation<Void, Never>?

        /// One less is running; who watches has to be told if it was the last.
        mutating func pauseOne() -> CheckedContinuation<Void, Never>? {
            running -= 1
            guard running == 0 else { return nil }
            defer { watcher = nil }
            return watcher
        }
    }

    private let state = Locked(State())
    private let date: ManualDate

    init(date: ManualDate) {
        self.date = date
    }

    // MARK: For processes

    var now: BootTime {
        BootTime(boot: "\(state.withLock { $0.boots })", uptime: .seconds(date.value.timeIntervalSince1970))
    }

    func stop(_ process: Int, at point: Point) async -> Verdict {
        await withCheckedContinuation { resume in
            let (isDead, watcher) = state.withLock { state in
                if state.dead.contains(process) { return (true, nil as CheckedContinuation<Void, Never>?) }
                state.stops.append(Stop(process: process, point: point, resume: resume))
                return (false, state.pauseOne())
            }
            if isDead { resume.resume(returning: .die) }
            watcher?.resume()
        }
    }

    func isDead(_ process: Int) -> Bool { state.withLock { $0.dead.contains(process) } }

    func unlock(_ process: Int) {
        state.withLock { if $0.lockHolder == process { $0.lockHolder = nil } }
    }

    /// The vault's one secret; it survives every process.
    var disk: Secret? { state.withLock { $0.disk } }

    func changeDisk<Value>(_ change: (inout Secret?) -> Value) -> Value {
        state.withLock { change(&$0.disk) }
    }

    // MARK: For the schedule

    /// Those that have stopped, in the order in which they did.
    var stops: [Stop] { state.withLock { $0.stops } }
    var isLockFree: Bool { state.withLock { $0.lockHolder == nil } }

    /// Runs something that stops here and there.
    func start(_ work: @escaping @Sendable () async -> Void) {
        state.withLock { $0.running += 1 }
        Task {
            await work()
            state.withLock { $0.pauseOne() }?.resume()
        }
    }

    /// Returns once everybody has stopped or come to an end.
    func quiet() async {
        await withCheckedContinuation { continuation in
            let isQuiet = state.withLock { state in
                if state.running > 0 { state.watcher = continuation }
                return state.running == 0
            }
            if isQuiet { continuation.resume() }
        }
    }

    func resume(_ process: Int, _ verdict: Verdict) async {
        let stop = state.withLock { state -> Stop? in
            guard let index = state.stops.firstIndex(where: { $0.process == process }) else { return nil }
            if case .lock = state.stops[index].point, case .go = verdict { state.lockHolder = process }
            state.running += 1
            return state.stops.remove(at: index)
        }
        stop?.resume.resume(returning: verdict)
        await quiet()
    }

    func kill(_ process: Int) async {
        state.withLock { state in
            state.dead.insert(process)
            if state.lockHolder == process { state.lockHolder = nil }
        }
        await resume(process, .die)
    }

    /// The clock that counts since the start counts anew.
    func reboot() {
        state.withLock { $0.boots += 1 }
    }
}
