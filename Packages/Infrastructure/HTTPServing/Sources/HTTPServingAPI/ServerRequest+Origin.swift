public import CoreModels
import HTTPTypes

extension ServerRequest {
    /// From where it came.
    public var origin: RequestOrigin {
        RequestOrigin(address: "\(peer.ip)", agent: fields[.userAgent])
    }
}
