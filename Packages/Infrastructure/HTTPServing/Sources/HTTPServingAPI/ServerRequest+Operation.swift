public import FoundationEssentials

extension ServerRequest {
    /// Names what the request asks to be done, when its client may ask for it
    /// again: each repetition has the same name, and nothing else has it.
    ///
    /// A handler that uses it as the identifier of what it makes makes that
    /// once, also when the server was killed before it could answer. Nil for a
    /// request without `Idempotency-Key`, and without the plugin that reads it.
    public var operationID: UUID? {
        get { findings[OperationID.self]?.value }
        set { findings[OperationID.self] = newValue.map(OperationID.init) }
    }
}

private struct OperationID: Sendable {
    let value: UUID
}
