public import ConsoleAPI
public import CoreModels
public import Localization

extension Terminal {
    /// Asks who is logged in whether somebody else may take their place, once they
    /// were told who they are; the end of the input is a no.
    ///
    /// A script isn't asked: whoever wrote it wants what it does.
    ///
    /// - Parameters:
    ///   - person: Who is logged in; nil for nobody.
    ///   - question: What would take their place.
    /// - Returns: Who wants to stay; nil if nobody is logged in, or they don't.
    /// - Throws: ``CommandFailure`` made of the ``TerminalError``.
    public func whoStays(
        _ person: User?, of invocation: Invocation, asking question: LocalizedText
    ) async throws(CommandFailure) -> User? {
        guard let person, hasPerson(of: invocation) else { return nil }
        writeError(
            .line(
                LocalizedText(
                    en: "You are logged in already, as \(person.name) <\(person.email)>.",
                    es: "Ya has iniciado sesión, como \(person.name) <\(person.email)>.")))
        do throws(TerminalError) {
            return try await confirm(question, suggestion: false) ? nil : person
        } catch .endOfInput {
            return person
        } catch {
            throw CommandFailure(error)
        }
    }
}
