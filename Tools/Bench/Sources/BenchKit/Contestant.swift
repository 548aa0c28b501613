/// One way to do the work of a case.
package struct Contestant: Sendable {
    /// What a contestant is to the others.
    package enum Role: String, Sendable {
        /// What is measured.
        case subject
        /// The same work in C over the same library: nobody is faster.
        case limit
        /// What a user would pick instead.
        case neighbour
        /// What the work rests on, taken off the subject's figure.
        case floor
    }

    package let name: String
    package let role: Role
    /// Does the work that many times.
    package let work: @Sendable (_ count: Int) async throws -> Void

    package init(_ name: String, _ role: Role, work: @escaping @Sendable (_ count: Int) async throws -> Void) {
        self.name = name
        self.role = role
        self.work = work
    }
}

/// Something to be done, and those who can do it.
package struct BenchCase: Sendable {
    /// As in the table and on the command line.
    package let name: String
    package let contestants: [Contestant]
    package let goal: Goal?

    package init(_ name: String, goal: Goal? = nil, _ contestants: [Contestant]) {
        self.name = name
        self.goal = goal
        self.contestants = contestants
    }
}

/// What the subject's processor time may be.
package enum Goal: Sendable, Equatable {
    /// That many times the limit's.
    case timesTheLimit(Double)
    /// That many microseconds, what it rests on taken off.
    case microseconds(Double)
}

/// Cases that belong together.
package struct BenchSuite: Sendable {
    package let name: String
    /// Prepares the cases.
    package let cases: @Sendable () async throws -> [BenchCase]
    /// Measures how long requests wait.
    package let latencies: @Sendable () async throws -> [LatencyResult]

    package init(
        _ name: String, cases: @escaping @Sendable () async throws -> [BenchCase] = { [] },
        latencies: @escaping @Sendable () async throws -> [LatencyResult] = { [] }
    ) {
        self.name = name
        self.cases = cases
        self.latencies = latencies
    }
}
