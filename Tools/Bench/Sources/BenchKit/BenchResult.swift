/// What came out of a case.
package struct BenchResult: Codable, Sendable {
    /// What came out for one contestant, in microseconds an operation.
    package struct Line: Codable, Sendable {
        package let contestant: String
        package let role: String
        package let elapsed: Spread
        package let processor: Spread
        /// The most memory that a round took, in megabytes.
        package let memory: Spread
        /// The subject's processor time by this one's, round by round; nil for
        /// the subject itself.
        package let ratio: Spread?
    }

    /// What was asked of the subject, and whether it holds.
    package struct Verdict: Codable, Sendable, Equatable {
        /// In words.
        package let goal: String
        package let isMet: Bool
    }

    package let name: String
    package let lines: [Line]
    package let verdicts: [Verdict]

    init(_ benchCase: BenchCase, _ samples: [[Sample]]) {
        let contestants = benchCase.contestants
        let subject = contestants.firstIndex { $0.role == .subject }.map { samples[$0] } ?? []
        let lines = zip(contestants, samples).map { contestant, samples in
            let ratios = zip(subject, samples).map { $0.processor / $1.processor }
            return Line(
                contestant: contestant.name, role: contestant.role.rawValue,
                elapsed: Spread(of: samples.map(\.elapsed)), processor: Spread(of: samples.map(\.processor)),
                memory: Spread(of: samples.map(\.memory)),
                ratio: [.subject, .floor].contains(contestant.role) || ratios.isEmpty ? nil : Spread(of: ratios))
        }
        self.lines = lines
        name = benchCase.name
        verdicts = benchCase.goals.compactMap { $0.verdict(of: lines) }
    }
}

extension Goal {
    /// Nil if whom the subject is compared with isn't there.
    fileprivate func verdict(of lines: [BenchResult.Line]) -> BenchResult.Verdict? {
        func line(_ role: Contestant.Role) -> BenchResult.Line? { lines.first { $0.role == role.rawValue } }
        switch self {
        case .timesTheLimit(let factor):
            return line(.limit)?.ratio.map {
                .init(goal: "at most \(Figure.text(factor)) times the limit", isMet: $0.median <= factor)
            }
        case .times(let factor, let name):
            return lines.first { $0.contestant == name }?.ratio.map {
                .init(goal: "at most \(Figure.text(factor)) times \(name)", isMet: $0.median <= factor)
            }
        case .microseconds(let most):
            let floor = line(.floor)?.processor.median
            return line(.subject).map {
                .init(
                    goal: "under \(Figure.text(most)) µs" + (floor == nil ? "" : " on top"),
                    isMet: $0.processor.median - (floor ?? 0) < most)
            }
        }
    }
}
