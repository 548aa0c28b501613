public import Localization
public import PluginKit
public import Presenting

/// The database names pictures, and the folder of their files isn't there.
public struct MissingImageFolder: PresentableError, MendableError, Hashable {
    /// The folder that should be there.
    public let path: String
    /// How many pictures the database names.
    public let pictures: Int

    /// Mounts the disk that it may be on.
    public var remedy: ShellCommand? { "mount --all" }

    /// Describes a folder that is missing.
    public init(path: String, pictures: Int) {
        self.path = path
        self.pictures = pictures
    }

    /// The word `data_folder`.
    public var code: String { "data_folder" }
    /// A disk isn't there, or somebody removed it.
    public var nature: FailureNature { .input }

    /// What happened, what was kept and what to do.
    public var text: LocalizedText {
        LocalizedText(
            en: "The folder \(path) is missing, and the database names pictures (\(pictures)). Nothing was changed. "
                + "Mount its disk or restore it from a backup. To go on without the pictures, make an empty folder there.",
            es:
                "Falta la carpeta \(path), y la base de datos nombra imágenes (\(pictures)). No se cambió nada. Monta su "
                + "disco o restáurala de una copia. Para seguir sin las imágenes, crea ahí una carpeta vacía.")
    }
}

extension MissingImageFolder: CustomStringConvertible {
    /// What logs say.
    public var description: String { text.english }
}
