package import ConsoleAPI
package import Localization

/// The command line after its first reading: what holds for every command is
/// known, the rest waits until the commands are.
package struct GlobalLine: Sendable {
    package let language: Language
    package let isJSON: Bool
    package let wantsHelp: Bool
    package let wantsVersion: Bool
    package let dynamicOptions: [DynamicOption]
    /// The first thing that was wrong.
    package let failure: CommandFailure?
    /// The words that are left: the command and what belongs to it.
    let rest: [Word]
    let values: ParameterValues
    /// The variables of the process.
    package let environment: [String: String]
    /// The words of the program's context that were given, each after a blank.
    let context: String
    /// The line that somebody is typing, if a shell asks what could follow; the
    /// values are those that stand on it so far.
    let unfinished: UnfinishedLine?

    /// The word with which the command begins, if it begins with one.
    package var firstWord: String? {
        if unfinished != nil { return "completions" }
        return rest.first.flatMap { $0.form == .plain && !$0.isLiteral ? $0.text : nil }
    }

    /// The values of the program's own parameters, wrong ones as if left out.
    package var invocation: Invocation {
        Invocation(language: language, isJSON: isJSON, values: values.values, given: values.given, context: context)
    }
}
