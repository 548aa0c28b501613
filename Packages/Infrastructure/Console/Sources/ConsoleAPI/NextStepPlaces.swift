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
