public import ConfigurationAPI

/// How much a log line matters.
public enum LogLevel: String, CaseIterable, Comparable, ConfigurationValue {
    /// Every step, for those who hunt a bug.
    case trace
    /// What developers want to know while they work on something.
    case debug
    /// What happened, in normal operation.
    case info
    /// Normal, yet worth a look: a start, a stop, a changed key.
    case notice
    /// Something is odd and was handled.
    case warning
    /// Something failed.
    case error
    /// The program can't go on, or must not.
    case critical

    /// Whether `left` matters less than `right`.
    public static func < (left: LogLevel, right: LogLevel) -> Bool {
        left.rank < right.rank
    }

    package var rank: Int {
        switch self {
        case .trace: 0
        case .debug: 1
        case .info: 2
        case .notice: 3
        case .warning: 4
        case .error: 5
        case .critical: 6
        }
    }

    package init(rank: Int) {
        self =
            switch rank {
            case ...0: .trace
            case 1: .debug
            case 2: .info
            case 3: .notice
            case 4: .warning
            case 5: .error
            default: .critical
            }
    }
}
