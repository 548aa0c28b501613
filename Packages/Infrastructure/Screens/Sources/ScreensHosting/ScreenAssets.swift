import CryptographyAPI
import FoundationEssentials
package import HTTPServingAPI
import HTTPTypes
import Locking
import ScreensAPI
import ScreensHTML

/// The files of all screens, which anybody may keep for ever: another text has
/// another name.
final class ScreenAssets: Sendable {
    let style: AssetReference
    private let hashing: any Hashing
    private let scripts = Locked<[String: AssetReference]>([:])

    init(_ hashing: any Hashing) throws {
        self.hashing = hashing
        style = try Self.reference("screens", "css", to: StyleSheet.text, hashing)
    }

    /// Where a script is; it is named once.
    func reference(to script: ScreenScript) throws -> AssetReference {
        if let known = scripts.current[script.name] { return known }
        let reference = try Self.reference(script.name, "js", to: script.text, hashing)
        scripts.withLock { $0[script.name] = reference }
        return reference
    }

    /// Answers with the style sheet, the icon, and scripts, each once.
    func routes(of scripts: [ScreenScript]) throws -> [Route] {
        let files = Dictionary(scripts.map { ($0.name, $0) }) { first, _ in first }.values
        return try files.map {
            Self.route(try reference(to: $0).path, .text($0.text, type: .javaScript, fields: Self.forEver))
        } + [
            Self.route(style.path, .text(StyleSheet.text, type: .css, fields: Self.forEver)),
            Self.route(
                ScreenIcon.path,
                .bytes(Data(ScreenIcon.text.utf8), type: .svg, fields: [.cacheControl: "public, max-age=86400"])),
        ]
    }

    private static let forEver: HTTPFields = [.cacheControl: "public, max-age=31536000, immutable"]

    private static func reference(
        _ name: String, _ ending: StaticString, to text: String, _ hashing: any Hashing
    ) throws -> AssetReference {
        AssetReference(name, ending: ending, digest: try hashing.sha256(Data(text.utf8)).base64EncodedString())
    }

    private static func route(_ path: String, _ response: ServerResponse) -> Route {
        let answer = StandingResponse(response).response
        return Route(.get, "/" + path, bodyLimit: 0, atOnce: { _ in answer }, handler: { _ in answer })
    }
}

extension ServerRequest {
    /// Whether it is for something that is the same for everybody: the style sheet,
    /// a script or the icon of a program whose first screen is at `/`.
    package var asksForAsset: Bool {
        method == .get && (path.hasPrefix("/assets/") || path == "/" + ScreenIcon.path)
    }
}
