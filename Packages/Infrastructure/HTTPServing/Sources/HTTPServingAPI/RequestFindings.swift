/// What middlewares found out about a request, for its handler: one value of
/// each type.
///
/// A finding is only there if the middleware ran, so a handler that relies on
/// one refuses a request without it.
public struct RequestFindings: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates findings of nothing.
    public init() {}

    /// What was found of a type; nil if nothing was.
    public subscript<Finding: Sendable>(_ type: Finding.Type) -> Finding? {
        get { values[ObjectIdentifier(type)] as? Finding }
        set { values[ObjectIdentifier(type)] = newValue }
    }
}
