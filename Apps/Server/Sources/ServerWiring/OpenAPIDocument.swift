import FoundationEssentials

/// `docs/api/openapi.yaml`, as the server shows it.
enum OpenAPIDocument {
    /// The document in JSON.
    ///
    /// - Parameter address: What its paths hang below.
    static func json(server address: String) throws -> Data {
        // The document's paths begin with a slash.
        let url = address.hasSuffix("/") ? String(address.dropLast()) : address
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let servers = String(decoding: try encoder.encode([["url": url]]), as: UTF8.self)
        return Data("{\"servers\":\(servers),\n\(members)\n}\n".utf8)
    }
}
