/// What log lines know about the work that the current task does.
public enum LogContext {
    /// The identifier of the request that the current task answers.
    @TaskLocal public static var requestID: String?
}
