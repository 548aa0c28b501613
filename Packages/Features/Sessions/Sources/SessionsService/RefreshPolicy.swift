/// How long refresh tokens are worth something.
package struct RefreshPolicy: Hashable, Sendable {
    /// How long a token may lie unused.
    package let idle: Duration
    /// How long a session may last in all.
    package let absolute: Duration
    /// How long an exchanged token is granted its successor again in any case.
    package let grace: Duration

    package init(idle: Duration, absolute: Duration, grace: Duration) {
        self.idle = idle
        self.absolute = absolute
        self.grace = grace
    }
}
