import Glibc
import KernelTesting

/// What requests cost a server until they are answered.
struct ServerCost {
    /// A request and what came of it.
    struct Sample {
        let isKnown: Bool
        let answer: Answer
        /// Nanoseconds on all processors, of the server alone.
        let work: Double
        /// Nanoseconds by the clock.
        let time: Double
    }

    /// Sends as many requests of two kinds, in random order, one after another.
    ///
    /// - Parameters:
    ///   - isForm: Whether bodies are forms, and not JSON.
    ///   - token: Who asks, from how many requests there were; nil for nobody.
    ///   - known: Makes the body of the first kind from how many there were.
    ///   - unknown: Makes the body of the second.
    static func sample(
        _ server: Server, _ path: String, count: Int, seed: UInt64, isForm: Bool = false,
        token: @escaping @Sendable (Int) -> String? = { _ in nil },
        known: @escaping @Sendable (Int) -> String, unknown: @escaping @Sendable (Int) -> String
    ) async throws -> [Sample] {
        try await blocking { [pid = server.pid, port = server.port] in
            var generator = SeededGenerator(seed: seed)
            let order = (0..<count).map { $0 % 2 == 0 }.shuffled(using: &generator)
            let connection = try Connection(port: port), clock = try processorClock(of: pid)
            var asked = [true: 0, false: 0]
            return try order.map { isKnown in
                let number = asked[isKnown, default: 0]
                asked[isKnown] = number + 1
                let body = isKnown ? known(number) : unknown(number)
                let credentials = token(asked.values.reduce(0, +) - 1)
                let workBefore = now(clock), timeBefore = now(CLOCK_MONOTONIC)
                let answer = connection.ask(
                    "POST", path, json: isForm ? nil : body, form: isForm ? body : nil, token: credentials)
                let time = now(CLOCK_MONOTONIC) - timeBefore, work = now(clock) - workBefore
                guard let answer else { throw NoAnswer(path: path) }
                return Sample(isKnown: isKnown, answer: answer, work: work, time: time)
            }
        }
    }

    private static func processorClock(of pid: Int32) throws -> clockid_t {
        var clock = clockid_t()
        let code = clock_getcpuclockid(pid, &clock)
        guard code == 0 else { throw POSIXFailure(call: "clock_getcpuclockid", code: code) }
        return clock
    }

    private static func now(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }

    struct NoAnswer: Error {
        let path: String
    }
}

extension [ServerCost.Sample] {
    /// How much the two kinds differ in the work of the server.
    var work: WelchTest { WelchTest(filter(\.isKnown).map(\.work), filter { !$0.isKnown }.map(\.work)) }
    /// How much they differ in the time until the answer.
    var time: WelchTest { WelchTest(filter(\.isKnown).map(\.time), filter { !$0.isKnown }.map(\.time)) }

    /// All that the answers to one kind show, but for what differs from one
    /// request to the next whatever it asks.
    func shown(isKnown: Bool) -> Set<[String]> {
        Set(
            filter { $0.isKnown == isKnown }.map { sample in
                let fields = sample.answer.fields.filter { $0.key != "date" && $0.key != "x-request-id" }
                return ["\(sample.answer.status)", "\(sample.answer.body.count)"]
                    + fields.map { "\($0.key): \($0.value)" }.sorted()
                    + ["date", "x-request-id"].filter {
                        sample.answer.fields[$0] != nil
                    }
            })
    }
}
