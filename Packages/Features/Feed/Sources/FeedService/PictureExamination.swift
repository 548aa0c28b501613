import FoundationEssentials
import Glibc
import Localization
import PluginKit
import SQLStoreAPI

/// Compares the files of pictures with the rows that name them, as far as that is done in some seconds.
struct PictureExamination: Sendable {
    let database: any SQLDatabase
    let files: ImageFiles
    /// The machine's time, by which files are dated.
    let now: Date

    /// How many rows and how many files are looked at.
    private static let limit = 100_000
    /// A file is there before its row; no publication takes that long, in seconds.
    private static let youth: TimeInterval = 3_600

    func findings() async throws -> [Finding] {
        let named = try await database.read { db in
            try db.values("\(ImageFiles.named) LIMIT \(Self.limit)", as: String.self)
        }
        let missing = try await ImageFiles.onDisk { [files] () throws(CancellationError) in
            named.filter { !files.areThere([$0]) }
        }
        let unnamed = try await unnamed()
        return [
            missing.first.map { areMissing(missing.count, $0) }, unnamed.first.map { areUnnamed(unnamed.count, $0) },
        ].compactMap { $0 }
    }

    /// Files that no row names, and that nobody is about to name.
    private func unnamed() async throws -> [String] {
        var found: [String] = [], count = 0
        for folder in try await files.folders() where count < Self.limit {
            try Task.checkCancellation()
            let digests = try await files.digests(in: folder)
            count += digests.count
            let candidates = try await database.read { db in try UnnamedFiles.unnamed(among: digests, db) }
            found += candidates.filter { isOld(files.path(of: $0)) }
        }
        return found
    }

    private func isOld(_ path: String) -> Bool {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return false }
        return now.timeIntervalSince1970 - TimeInterval(status.st_mtim.tv_sec) > Self.youth
    }

    private func areMissing(_ count: Int, _ digest: String) -> Finding {
        let name = "\(digest.prefix(2))/\(digest)"
        return Finding(
            "pictures_missing",
            LocalizedText(
                en:
                    "Files of pictures are missing: \(count), such as \(name) in \(files.folder). Those pictures can't be shown. "
                    + "Copy them from the folder of the backups (BACKUPS), or delete the pictures.",
                es:
                    "Faltan archivos de imágenes: \(count), como \(name) en \(files.folder). Esas imágenes no se pueden mostrar. "
                    + "Cópialos de la carpeta de las copias (BACKUPS) o borra las imágenes."),
            remedy: "cp --preserve BACKUPS/\(ImageFiles.folderName)/\(name) \(files.path(of: digest))")
    }

    private func areUnnamed(_ count: Int, _ digest: String) -> Finding {
        Finding(
            "pictures_unnamed",
            LocalizedText(
                en:
                    "Files belong to no picture: \(count), such as \(files.path(of: digest)). Somebody put them there, or they are "
                    + "of pictures that were deleted and couldn't be removed; they take room. A start removes them.",
                es:
                    "Hay archivos que no son de ninguna imagen: \(count), como \(files.path(of: digest)). Alguien los puso ahí, o "
                    + "son de imágenes borradas que no se pudieron eliminar; ocupan sitio. Un arranque los elimina."),
            remedy: "systemctl restart essentiald")
    }
}
