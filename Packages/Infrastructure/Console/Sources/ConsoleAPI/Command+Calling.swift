import Localization

extension Command {
    /// Does the work within a call of another command, as if this one had been
    /// called without any words.
    ///
    /// - Parameter invocation: The call of the other command.
    /// - Throws: What the work throws; code `usage` for a command that can't be
    ///   called without words.
    public func call(
        within invocation: Invocation, on terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        var values: [String: any Sendable] = [:]
        for parameter in parameters {
            do {
                values[Invocation.key(parameter.definition)] = try parameter.value(of: [])
            } catch {
                throw .usage(
                    LocalizedText(
                        en: "The command “\(name)” needs words of its own.",
                        es: "La orden «\(name)» necesita palabras propias."))
            }
        }
        let own = Invocation(
            language: invocation.language, isJSON: invocation.isJSON, values: values, given: [],
            context: invocation.context)
        return try await body(own, terminal)
    }
}
