/// What came out of a case.
package struct BenchResult: Codable, Sendable {
    /// What came out for one contestant, in microseconds an operation.
    package struct Line: Codable, Sendable {
        package let contestant: String
        package let role: String
        package let elapsed: Spread
        package let processor: Spread
        /// The subject's processor time by this one's, round by round; nil for
        /// the subject itself.
        package let ratio: Spread?
    }

    package let name: String
    package let lines: [Line]
    /// What the goal is, in words; nil if there is none.
    package let goal: String?
    /// Whether it is met; nil if there is none.
    package let isMet: Bool?

    init(_ benchCase: BenchCase, _ samples: [[Sample]]) {
        let contestants = benchCase.contestants
        let subject = contestants.firstIndex { $0.role == .subject }.map { samples[$0] } ?? []
        let lines = zip(contestants, samples).map { contestant, samples in
            let ratios = zip(subject, samples).map { $0.processor / $1.processor }
            return Line(
                contestant: contestant.name, role: contestant.role.rawValue,
                elapsed: Spread(of: samples.map(\.elapsed)), processor: Spread(of: samples.map(\.processor)),
                ratio: [.subject, .floor].contains(contestant.role) || ratios.isEmpty ? nil : Spread(of: ratios))
        }
        func line(_ role: Contestant.Role) -> Line? { lines.first { $0.role == role.rawValue } }
        self.lines = lines
        name = benchCase.name
        switch benchCase.goal {
        case .timesTheLimit(let factor):
            goal = "at most \(Figure.text(factor)) times the limit"
            isMet = line(.limit)?.ratio.map { $0.median <= factor }
        case .microseconds(let most):
            goal = "under \(Figure.text(most)) µs" + (line(.floor) == nil ? "" : " on top")
            isMet = line(.subject).map { $0.processor.median - (line(.floor)?.processor.median ?? 0) < most }
        case nil:
            goal = nil
            isMet = nil
        }
    }
}
