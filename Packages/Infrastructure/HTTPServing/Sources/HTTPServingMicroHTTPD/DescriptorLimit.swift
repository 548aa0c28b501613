import Glibc

/// How many descriptors the process may have (setrlimit(2)).
enum DescriptorLimit {
    /// What is there besides connections: files, the database, the log.
    private static let others = 256

    /// Raises the limit so that all connections that are allowed fit, as far as
    /// the system lets a process do that.
    static func raise(for connections: Int) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        let wanted = min(rlim_t(connections + others), limit.rlim_max)
        guard limit.rlim_cur < wanted else { return }
        limit.rlim_cur = wanted
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
