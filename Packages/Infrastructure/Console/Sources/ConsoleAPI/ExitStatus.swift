/// The status with which a program ends; scripts rely on the numbers.
public enum ExitStatus: Int32, CaseIterable, Sendable {
    /// The command did what it was asked.
    case success = 0
    /// The command failed.
    case failure = 1
    /// The call was not understood.
    case usage = 2
    /// The command needs a session and there is none.
    case notLoggedIn = 3
    /// The server could not be reached.
    case noConnectivity = 4
    /// The person interrupted the command: 128 + SIGINT, as shells count.
    case interrupted = 130
}
