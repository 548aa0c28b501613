import ConsoleAPI
import Dispatch

/// Waits for a person on a thread of its own.
enum Question {
    /// One question at a time, since there is one terminal and one person; and
    /// `HiddenInput` can hold only one terminal.
    private static let queue = DispatchQueue(label: "essential.console.questions")

    /// Runs `body`, which may block as long as it wakes up when it is told to.
    static func ask<Answer: Sendable>(
        _ body: @escaping @Sendable (Wakeup) throws(TerminalError) -> Answer
    ) async throws(TerminalError) -> Answer {
        let wakeup = try Wakeup()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(
                        returning: Result { () throws(TerminalError) in try body(wakeup) })
                }
            }
        } onCancel: {
            wakeup.wake()
        }
        return try result.get()
    }
}
