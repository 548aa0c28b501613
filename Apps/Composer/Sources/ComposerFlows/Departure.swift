public import CoreModels
public import SessionsAPI

/// That somebody logs out on this device, by whatever program and also without a
/// connection, when no server tells it.
public enum Departure {
    private static let pause = Duration.seconds(1)

    /// Waits until a person isn't logged in any more, nor whoever came after them; ends as
    /// well when the task is cancelled.
    ///
    /// - Parameter person: Who was there; nil for whoever comes.
    public static func wait(
        of person: UserID?, in sessions: any SessionStoring, by clock: any Clock<Duration>
    ) async {
        var person = person
        while !Task.isCancelled {
            switch await sessions.load() {
            case .present(let session) where person == nil: person = session.user.id
            case .present(let session) where session.user.id == person: break
            case .present: return
            case .absent: if person != nil { return }
            // What can't be read says nothing, such as a vault that is locked.
            case .unavailable: break
            }
            try? await clock.sleep(for: pause)
        }
    }
}
