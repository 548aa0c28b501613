import OperatingAPI
public import PluginKit
public import SQLStoreAPI

/// Writes events into the audit trail.
///
/// Any number of calls may run at once.
public protocol AuditRecording: Sendable {
    /// Writes an event in the transaction that makes it true, so that both are on disk or
    /// none. It costs no synchronisation of its own.
    ///
    /// - Throws: What undoes the whole transaction.
    func record(_ event: AuditEvent, in transaction: any SQLWriting) throws
}

/// Collects the audit trail, for features above it; nobody is there where it is switched off.
public enum AuditRecorders: ExtensionPoint {
    /// A trail.
    public typealias Value = any AuditRecording
}

/// Collects the kinds of events that there are; plugins declare theirs.
public enum AuditKinds: ExtensionPoint {
    /// A kind.
    public typealias Value = AuditKind
}

extension Contributions {
    /// All kinds of events that the trail has: those that plugins declare, and operators' deeds.
    public var auditKinds: [AuditKind] {
        values(of: AuditKinds.self) + values(of: OperatorDeeds.self).map { AuditKind($0) }
    }
}
