public import Localization

/// Numbers that are compared by the height of bars, and stand in a table below for whoever
/// doesn't see these, or wants to know.
public struct ScreenBars: Hashable, Sendable {
    /// One bar, and what else there is to know of the same.
    public struct Bar: Hashable, Sendable {
        /// What it is of, such as a day.
        public let label: LocalizedText
        /// How many there are; the height of the bar.
        public let number: Int
        /// How many of those stand out; a part of the bar.
        public let part: Int

        /// Creates a bar.
        public init(_ label: LocalizedText, _ number: Int, ofWhich part: Int = 0) {
            self.label = label
            self.number = number
            self.part = part
        }
    }

    /// What the bars show, to those who don't see them.
    public let title: LocalizedText
    /// What the labels are, such as "Day".
    public let labels: LocalizedText
    /// What is counted.
    public let numbers: LocalizedText
    /// What of it stands out; nil where nothing does.
    public let parts: LocalizedText?
    /// The bars, from where reading begins.
    public let bars: [Bar]

    /// Creates bars.
    public init(
        _ title: LocalizedText, labels: LocalizedText, numbers: LocalizedText, parts: LocalizedText? = nil,
        _ bars: [Bar]
    ) {
        self.title = title
        self.labels = labels
        self.numbers = numbers
        self.parts = parts
        self.bars = bars
    }
}
