import ConsoleAPI
import FoundationEssentials
import Glibc

/// A file that a person asked for.
struct PictureFile {
    let path: String

    /// Writes a picture in place of what was there.
    ///
    /// A plain file is replaced whole or not at all. A device, a pipe or a link
    /// is written to: it must not become a plain file.
    func write(_ data: Data) throws(CommandFailure) {
        var status = stat()
        let isPlain = lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
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
