/// An option, a flag or a positional argument, and the type of its value.
///
/// Declare it once, list it in the command's parameters, and read its value from
/// the ``Invocation`` by the declaration itself:
///
/// ```swift
/// let after = Parameter.optional("after", .uuid, summary: Texts.after)
/// let id: UUID? = invocation[after]
/// ```
///
/// A password is never a parameter, since arguments show in process lists and
/// shell histories: use ``StandardParameters/passwordFromStandardInput``.
public struct Parameter<Value: Sendable>: CommandParameter {
    /// How the parameter is spelled and explained.
    public let definition: ParameterDefinition
    private let reading: @Sendable ([String]) throws(ValueProblem) -> Value

    init(
        _ definition: ParameterDefinition,
        reading: @escaping @Sendable ([String]) throws(ValueProblem) -> Value
    ) {
        self.definition = definition
        self.reading = reading
    }

    /// Reads the value from the words that were given for it.
    public func value(of words: [String]) throws(ValueProblem) -> any Sendable {
        StoredValue(value: try reading(words))
    }
}

/// Holds a value of exactly one type, so that a cast never looks through optionals.
package struct StoredValue<Value: Sendable>: Sendable {
    package let value: Value
}
