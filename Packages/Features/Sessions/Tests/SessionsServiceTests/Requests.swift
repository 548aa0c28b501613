import HTTPServingAPI
import HTTPServingTesting
import HTTPTypes

/// Requests with credentials.
enum Requests {
    static func request(authorization values: String...) -> ServerRequest {
        var fields = HTTPFields()
        for value in values { fields.append(.authorization, value) }
        return .sample(.get, "/", fields: fields)
    }
}
