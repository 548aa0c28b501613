import FeedServiceAPI
import Localization
import OperatingAPI
public import PluginKit

/// Installs what administrators do with pictures: `feed list`, `feed hide`, `feed show` and
/// `feed hidden`.
public enum FeedOperationsPlugin: Plugin {
    /// The name `feed-operations`.
    public static let manifest = PluginManifest(
        id: "feed-operations",
        summary: LocalizedText(en: "Pictures that administrators hide", es: "Imágenes que los administradores ocultan"))

    /// The commands, and what is kept of them.
    public static let declarations = {
        var declared = Contributions(
            { [FeedListCommand(access: $0).list] + ModerationCommands(access: $0).all }, to: OperatorCommands.self)
        declared.add(.pictureHidden, .pictureShown, to: OperatorDeeds.self)
        return declared
    }()

    /// Builds nothing: the commands work without a server.
    public static func assemble(_: Void) -> Assembly<Void> { Assembly() }
}
