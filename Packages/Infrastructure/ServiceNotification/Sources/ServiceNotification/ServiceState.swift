/// How a program is, for the service manager that started it.
public enum ServiceState: Sendable, Equatable {
    /// It has started, or read its configuration anew, and does its work.
    case ready
    /// It reads its configuration anew; ``ready`` follows.
    case reloading
    /// It has begun to stop.
    case stopping
}
