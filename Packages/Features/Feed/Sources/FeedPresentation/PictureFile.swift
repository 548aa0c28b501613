import ConsoleAPI
import FoundationEssentials
import Glibc

/// A file that a person asked for.
struct PictureFile: Equatable {
    let path: String
    /// Whether another file may give way to it.
    let replaces: Bool

    /// Refuses to go on where the picture would cost a person another file, also
    /// one behind a link.
    func checkItIsFree() throws(CommandFailure) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw CommandFailure(
                code: "file_not_written", message: FeedTexts.isFolder(path), hint: FeedTexts.fileInFolder(path))
        }
        guard !replaces, status.st_mode & S_IFMT == S_IFREG else { return }
        throw CommandFailure(code: "file_exists", message: FeedTexts.fileExists(path), hint: FeedTexts.fileExistsHint)
    }

    /// Writes a picture.
    ///
    /// A plain file is there whole or not at all. A device, a pipe or a link is
    /// written to: it must not become a plain file.
    func write(_ data: Data) throws(CommandFailure) {
        // It may have come while the picture was loaded.
        try checkItIsFree()
        var status = stat()
        let isPlain = unsafe lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        do {
            try data.write(to: URL(filePath: path), options: isPlain ? .atomic : [])
        } catch {
            throw notWritten
        }
    }

    /// The file can't be written.
    var notWritten: CommandFailure {
        CommandFailure(code: "file_not_written", message: FeedTexts.notWritten(path), hint: FeedTexts.notWrittenHint)
    }
}
