import Localization
import OperatingAPI
public import PluginKit

/// Installs what administrators do with pictures: `feed hide`, `feed show` and
/// `feed hidden`.
public enum FeedOperationsPlugin: Plugin {
    /// The name `feed-operations`.
    public static let manifest = PluginManifest(
        id: "feed-operations",
        summary: LocalizedText(en: "Pictures that administrators hide", es: "Imágenes que los administradores ocultan"))

    /// The commands.
    public static let declarations = Contributions({ ModerationCommands(access: $0).all }, to: OperatorCommands.self)

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
