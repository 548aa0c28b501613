/// Whoever a cache belongs to, from when something is kept to when somebody empties
/// it, in whatever process.
///
/// Whoever loads something asks for the tenant before, and keeps it for that one: what
/// is loaded for one person isn't kept for the next.
public struct CacheTenant: Hashable, Sendable {
    /// Tells tenants of one cache apart.
    public let number: Int

    /// Names a tenant.
    public init(_ number: Int) {
        self.number = number
    }
}
