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
    /// Does the work that many times, and says what one time took.
    package let sampling: @Sendable (_ count: Int) async throws -> Sample

    /// A contestant whose work is done in this process.
    package init(_ name: String, _ role: Role, work: @escaping @Sendable (_ count: Int) async throws -> Void) {
        self.init(elsewhere: name, role) { count in try await Sample.measuring(count, work) }
    }

    /// A contestant whose work is done in another process, and that measures
    /// itself.
    package init(
        elsewhere name: String, _ role: Role, sampling: @escaping @Sendable (_ count: Int) async throws -> Sample
    ) {
        self.name = name
        self.role = role
        self.sampling = sampling
    }
}

/// Something to be done, and those who can do it.
package struct BenchCase: Sendable {
    /// As in the table and on the command line.
    package let name: String
    package let contestants: [Contestant]
    package let goals: [Goal]

    package init(_ name: String, goals: [Goal] = [], _ contestants: [Contestant]) {
        self.name = name
        self.goals = goals
        self.contestants = contestants
    }
}

/// What the subject's processor time may be.
package enum Goal: Sendable, Equatable {
    /// That many times the limit's.
    case timesTheLimit(Double)
    /// That many times another contestant's; nothing is said of it where that
    /// one isn't installed.
    case times(Double, of: String)
    /// That many microseconds, what it rests on taken off.
    case microseconds(Double)
}

/// Cases that belong together.
package struct BenchSuite: Sendable {
    package let name: String
    /// Prepares the cases.
    package let cases: @Sendable () async throws -> [BenchCase]
    /// Measures what is no time of one operation: how long somebody waits,
    /// what a program takes of the memory.
    package let figures: @Sendable () async throws -> [any BenchFinding]

    package init(
        _ name: String, cases: @escaping @Sendable () async throws -> [BenchCase] = { [] },
        figures: @escaping @Sendable () async throws -> [any BenchFinding] = { [] }
    ) {
        self.name = name
        self.cases = cases
        self.figures = figures
    }
}

/// What came out of a suite, beside its cases.
package protocol BenchFinding: Encodable, Sendable {
    /// As lines of text.
    var table: String { get }
}
