public import CoreModels
public import SQLStoreAPI

/// Says that incidents were looked at, for a page; the command does the same.
///
/// Any number of calls may run at once.
public protocol IncidentClosing: Sendable {
    /// Closes an incident, and keeps in the trail who did.
    ///
    /// - Parameter administrator: Who did it.
    /// - Throws: What undoes the whole transaction.
    func close(
        _ number: Int, by administrator: UserID, in transaction: any SQLWriting
    ) throws -> ClosedIncident
}

/// What became of closing an incident.
public enum ClosedIncident: Hashable, Sendable {
    /// It is closed.
    case closed
    /// It was closed before, and nothing was changed.
    case wasClosed
    /// There is none with this number.
    case unknown
}
