public import HTTPServingAPI
import HTTPServingRouting
import HTTPTypes

/// What the description of the API says of one route.
public struct DescribedRoute: Sendable {
    /// The whole document, of this route alone.
    public let document: JSONValue
    private let operation: JSONValue?

    /// Describes a route.
    ///
    /// - Parameters:
    ///   - route: The route; its pattern is the path.
    ///   - conventions: What holds for it besides what the router does.
    public init(_ route: Route, conventions: [any HTTPConvention] = []) {
        let info = OpenAPIDocument.Info(title: "Test", version: "1", summary: "", text: "Text.")
        document = OpenAPIDocument(info, routes: [route], conventions: conventions).json(server: "http://localhost")
        operation = document["paths"]?[route.pattern]?[route.method.rawValue.lowercased()]
    }

    /// A member of the operation; nil where there is none.
    public subscript(_ name: String) -> JSONValue? { operation?[name] }

    /// The statuses of its answers, in order.
    public var statuses: [String] {
        guard case .object(let answers) = self["responses"] else { return [] }
        return answers.map(\.name)
    }

    /// The answer of a status: what it says itself, or the component that it is.
    public func answer(_ status: String) -> JSONValue? {
        guard let answer = self["responses"]?[status] else { return nil }
        return Self.component(answer).flatMap { document["components"]?["responses"]?[$0] } ?? answer
    }

    /// The parameters, by the names of their components where they have one.
    public var parameters: [String] {
        guard case .array(let parameters) = self["parameters"] else { return [] }
        return parameters.compactMap { parameter in
            if let component = Self.component(parameter) { return component }
            if case .string(let name) = parameter["name"] { return name }
            return nil
        }
    }

    private static func component(_ value: JSONValue) -> String? {
        guard case .string(let pointer) = value["$ref"] else { return nil }
        return pointer.split(separator: "/").last.map(String.init)
    }
}
