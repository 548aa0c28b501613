public import Testing

/// Names the requirements that a test proves, such as `LOGIN-08`.
///
/// The identifiers appear beside the test's name when it fails; the
/// traceability report is written from them.
public struct RequirementTrait: TestTrait, SuiteTrait {
    /// The identifiers of the requirements.
    public let identifiers: [String]

    /// Shows the identifiers in the report of a test run.
    public var comments: [Comment] { ["proves \(identifiers.joined(separator: ", "))"] }

    /// Suites hand the trait down to their tests.
    public var isRecursive: Bool { true }
}

extension Trait where Self == RequirementTrait {
    /// Names the requirements that a test proves.
    public static func requirement(_ identifiers: String...) -> Self {
        RequirementTrait(identifiers: identifiers)
    }
}
