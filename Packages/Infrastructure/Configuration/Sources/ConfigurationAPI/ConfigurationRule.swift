public import Localization

/// Which values of a type are allowed, and how that is said.
public struct ConfigurationRule<Value: ConfigurationValue>: Sendable {
    let isAllowed: @Sendable (Value) -> Bool
    /// What stands after the description of the type.
    let text: LocalizedText?

    private init(text: LocalizedText?, isAllowed: @escaping @Sendable (Value) -> Bool) {
        self.text = text
        self.isAllowed = isAllowed
    }

    func describe(_ type: LocalizedText) -> LocalizedText {
        guard let text else { return type }
        return LocalizedText(en: "\(type.english), \(text.english)", es: "\(type.spanish), \(text.spanish)")
    }

    /// Allows all values.
    public static var any: Self { Self(text: nil) { _ in true } }

    /// Allows the values for which `isAllowed` holds.
    ///
    /// - Parameter text: The condition, as it goes on after “a text, ”: “that
    ///   names a time zone”.
    public static func matching(_ text: LocalizedText, _ isAllowed: @escaping @Sendable (Value) -> Bool) -> Self {
        Self(text: text, isAllowed: isAllowed)
    }
}

extension ConfigurationRule where Value: Comparable {
    /// Allows the values between two others, and these.
    public static func range(_ range: ClosedRange<Value>) -> Self {
        let (lowest, highest) = (range.lowerBound.configurationText, range.upperBound.configurationText)
        return Self(text: LocalizedText(en: "from \(lowest) to \(highest)", es: "de \(lowest) a \(highest)")) {
            range.contains($0)
        }
    }
}
