public import ConsoleAPI
public import CoreModels
public import Localization

/// Another way in beside address and password, that the command `login` takes by an
/// option.
public struct LoginWay: Sendable {
    /// The option.
    public let option: Parameter<Bool>
    /// An example of it.
    public let example: CommandExample
    /// Logs in, and tells the person what there is to know meanwhile.
    public let logIn: @Sendable (Invocation, any Terminal) async throws(CommandFailure) -> User

    /// Creates a way.
    ///
    /// - Parameter name: That of the option, without its hyphens.
    public init(
        _ name: StaticString, summary: LocalizedText, example: LocalizedText,
        logIn: @escaping @Sendable (Invocation, any Terminal) async throws(CommandFailure) -> User
    ) {
        option = .flag(name.description, summary: summary)
        self.example = CommandExample("essential login --\(name)", example)
        self.logIn = logIn
    }
}
