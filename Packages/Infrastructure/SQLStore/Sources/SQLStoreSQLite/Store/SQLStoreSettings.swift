public import FoundationEssentials

/// How a store is kept.
public struct SQLStoreSettings: Sendable {
    /// What to do with a damaged file.
    public enum DamagePolicy: Sendable {
        /// Leave it where it is and fail: for data that has to be restored. It
        /// fails again at each start, until someone puts a backup in its place
        /// or moves it away.
        case refuse
        /// Move it away, report that and begin anew: for what can be fetched
        /// again.
        case setAside
    }

    /// How a file is verified when it is opened.
    public enum Verification: Sendable {
        /// The header and the log only; damage elsewhere is found when it is
        /// read.
        case header
        /// All pages, without comparing indexes with their tables
        /// (`PRAGMA quick_check`).
        case quick
        /// Everything (`PRAGMA integrity_check`).
        case full
    }

    /// The path of the file; it and its folder are created when missing.
    public var path: String
    /// What to do with a damaged file.
    public var damagePolicy: DamagePolicy
    /// How the file is verified when it is opened.
    public var verification: Verification
    /// How many reads can run at a time; connections are opened when needed.
    public var readers: Int
    /// How long to wait for other processes.
    public var busyTimeout: Duration
    /// The size the write-ahead log is cut back to, in bytes.
    public var logSizeLimit: Int
    /// Whether a database without tables may be begun, asked as it is opened:
    /// false for an owner who knows that there were some.
    public var mayBegin: @Sendable () -> Bool
    /// Whether a migration that was applied, and whose owner has none among those of the
    /// store, belongs to a plugin that is left out on purpose; else a newer program
    /// made its tables, and the store doesn't open.
    public var knows: @Sendable (_ migration: String) -> Bool = { _ in true }
    /// Tells the time, for the names of damaged files and the record of
    /// migrations.
    public var now: @Sendable () -> Date

    /// Creates settings.
    public init(
        path: String, damagePolicy: DamagePolicy = .refuse, verification: Verification = .quick, readers: Int = 4,
        busyTimeout: Duration = .seconds(5), logSizeLimit: Int = 16 << 20,
        mayBegin: @escaping @Sendable () -> Bool = { true },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.path = path
        self.damagePolicy = damagePolicy
        self.verification = verification
        self.readers = max(readers, 1)
        self.busyTimeout = busyTimeout
        self.logSizeLimit = logSizeLimit
        self.mayBegin = mayBegin
        self.now = now
    }
}
