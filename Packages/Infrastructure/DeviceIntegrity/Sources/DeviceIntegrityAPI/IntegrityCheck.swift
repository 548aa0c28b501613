public import TelemetryAPI

/// What a start found.
public enum IntegrityVerdict: Hashable, Sendable {
    /// Nothing that counts.
    case sound
    /// The first violation, what shows it, and what is to be done; nil in a development build, which does nothing.
    case violated(IntegrityViolation, [IntegrityFinding], IntegrityReaction?)
}

/// Decides what detectors' findings amount to.
public struct IntegrityCheck: Sendable {
    private let detectors: [any IntegrityDetecting]
    private let policy: IntegrityPolicy
    private let isRelease: Bool
    private let log: Logger

    /// Creates a check.
    ///
    /// - Parameters:
    ///   - detectors: Those of the platform and the program.
    ///   - policy: What is done about violations.
    ///   - isRelease: Whether the program is a release build; another one reports and does nothing, unless the
    ///     policy says so.
    ///   - log: Hears what was found.
    public init(_ detectors: [any IntegrityDetecting], policy: IntegrityPolicy, isRelease: Bool, log: Logger) {
        self.detectors = detectors
        self.policy = policy
        self.isRelease = isRelease
        self.log = log
    }

    /// Looks for violations in their order, and stops at the first: device, debugger, program.
    public func verdict() async -> IntegrityVerdict {
        for violation in IntegrityViolation.allCases {
            let found = await findings(of: violation)
            guard !found.isEmpty else { continue }
            let reaction = isRelease || policy.isEnforced ? policy.reaction(to: violation) : nil
            for finding in found { tell(finding, reaction) }
            // What the policy passes over hides nothing that comes after it.
            if reaction == .ignore { continue }
            return .violated(violation, found, reaction)
        }
        log.info("Security checks passed")
        return .sound
    }

    /// All that counts, whatever is to be done about it.
    public func findings() async -> [IntegrityFinding] {
        var all: [IntegrityFinding] = []
        for violation in IntegrityViolation.allCases { all += await findings(of: violation) }
        return all
    }

    private func findings(of violation: IntegrityViolation) async -> [IntegrityFinding] {
        var found: [IntegrityFinding] = []
        for detector in detectors where detector.violation == violation {
            do throws(ProbeFailure) {
                for finding in try await detector.detect() where policy.counts(finding) && !found.contains(finding) {
                    found.append(finding)
                }
            } catch {
                log.notice(
                    "a security check could not look, which counts as nothing found",
                    ["check": violation.rawValue, "subject": error.subject, "errno": Int(error.code)])
            }
        }
        return found
    }

    private func tell(_ finding: IntegrityFinding, _ reaction: IntegrityReaction?) {
        // A development build is traced and preloaded every day.
        log.log(
            reaction ?? .ignore == .ignore ? .notice : .critical, "security check failed",
            [
                "violation": finding.kind.violation.rawValue, "finding": finding.kind.rawValue,
                "subject": finding.subject, "reaction": reaction?.rawValue ?? "none",
            ])
    }
}
