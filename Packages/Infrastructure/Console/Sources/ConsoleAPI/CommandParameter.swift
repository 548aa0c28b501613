/// A parameter whatever the type of its value; ``Parameter`` is the one to use.
///
/// Reading is pure: the same words give the same value or the same problem.
public protocol CommandParameter: Sendable {
    /// How the parameter is spelled and explained.
    var definition: ParameterDefinition { get }

    /// Reads the value from the words that were given for it, none if it was left out.
    ///
    /// - Throws: a problem when a word isn't a value of the parameter's format.
    func value(of words: [String]) throws(ValueProblem) -> any Sendable
}

/// Says that a word isn't a value of the expected format.
///
/// The word itself is left out: it may be something that must not be repeated.
public struct ValueProblem: Error, Hashable, Sendable {
    /// The position of the word among those given.
    public let index: Int

    init(index: Int = 0) {
        self.index = index
    }
}
