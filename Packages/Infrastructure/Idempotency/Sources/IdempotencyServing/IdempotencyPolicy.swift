/// How long answers are kept, and how many.
public struct IdempotencyPolicy: Hashable, Sendable {
    /// For how long a key gets the same answer; 24 hours unless told.
    public var lifetime: Duration
    /// How many answers are kept for one account or network; beyond, the oldest
    /// goes.
    public var answersPerClient: Int
    /// How many answers are kept altogether.
    public var answers: Int

    /// Creates a policy.
    public init(lifetime: Duration = .seconds(86_400), answersPerClient: Int = 128, answers: Int = 100_000) {
        self.lifetime = lifetime
        self.answersPerClient = answersPerClient
        self.answers = answers
    }
}
