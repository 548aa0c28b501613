public import Localization
public import PluginKit
public import Presenting

/// Collects the words with which a program offers what a person can do next.
///
/// A plugin that contributes a command contributes the steps that it takes. A
/// step that nobody has words for isn't offered; of two words for one step the
/// first count.
public enum NextStepPlaces: ExtensionPoint {
    /// What plugins contribute.
    public typealias Value = NextStepPlace
}

/// How a step is taken in a terminal.
public struct NextStepPlace: Hashable, Sendable {
    /// What a person can do next.
    public let step: NextStep
    /// A sentence that ends with the command, without a full stop: `Log in with:
    /// essential login`.
    public let words: LocalizedText

    /// Creates a place.
    public init(_ step: NextStep, _ words: LocalizedText) {
        self.step = step
        self.words = words
    }
}

extension PresentableError {
    /// What the person should know beyond ``Presenting/PresentableError/text``
    /// and can do next, in the words of whoever takes the steps; nil for nothing.
    public func advice(_ places: [NextStepPlace]) -> LocalizedText? {
        places.advice(after: remark, to: nextSteps)
    }
}

extension [NextStepPlace] {
    func advice(after remark: LocalizedText?, to steps: [NextStep]) -> LocalizedText? {
        let sentences = (remark.map { [$0] } ?? []) + steps.compactMap { step in first { $0.step == step }?.words }
        return sentences.dropFirst().reduce(sentences.first) { text, next in text.map { $0.closed + next } }
    }
}

extension LocalizedText {
    /// The sentence with a full stop, unless it ends already.
    fileprivate var closed: LocalizedText {
        func closed(_ text: String) -> String { text.last.map(".?!".contains) == true ? text : text + "." }
        return LocalizedText(en: closed(english), es: closed(spanish))
    }
}
