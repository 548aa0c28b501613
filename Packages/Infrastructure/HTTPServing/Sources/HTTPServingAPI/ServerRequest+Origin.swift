public import CoreModels
import HTTPTypes
import Localization

extension ServerRequest {
    /// From where it came.
    public var origin: RequestOrigin {
        RequestOrigin(
            address: "\(peer.ip)", agent: fields[.userAgent],
            language: fields[.acceptLanguage] == nil ? nil : language.rawValue)
    }
}
