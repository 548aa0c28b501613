import Localization
public import SessionsAPI

extension DevicePlace: ExpressibleByStringLiteral {
    /// A place with the same name in all languages.
    public init(stringLiteral name: String) { self.init(LocalizedText(verbatim: name)) }
}
