public import RegistrationAPI

/// Finds in each form what a test says.
public struct RegistrationValidatingStub: RegistrationValidating {
    private let finding: @Sendable (RegistrationForm) -> [InvalidField]

    /// Creates a stub; without an argument it finds nothing.
    public init(_ finding: @escaping @Sendable (RegistrationForm) -> [InvalidField] = { _ in [] }) {
        self.finding = finding
    }

    /// Answers as the test says.
    public func validate(_ form: RegistrationForm) -> [InvalidField] { finding(form) }
}
