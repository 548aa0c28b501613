import ConsoleAPI
import Dispatch
import FoundationEssentials
import Glibc
import Localization

/// Shows pictures to the person.
protocol PictureViewing: Sendable {
    /// Keeps a picture where the desktop's program can read it.
    ///
    /// - Returns: The file's path.
    func keep(_ data: Data, name: String) throws(CommandFailure) -> String
    /// Opens a file in the program that the person prefers.
    func open(_ file: String) async throws(CommandFailure)
}

/// Opens pictures with `xdg-open`, which knows the person's preference.
struct DesktopViewer: PictureViewing {
    /// The folder for pictures that were opened.
    let folder: String

    func keep(_ data: Data, name: String) throws(CommandFailure) -> String {
        let file = folder + "/" + name
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try data.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure(
                code: "file_not_written", message: FeedTexts.notWritten(file), hint: FeedTexts.notWrittenHint)
        }
        return file
    }

    func open(_ file: String) async throws(CommandFailure) {
        let status = await withCheckedContinuation { continuation in
            // Waiting for the child blocks; it has a thread of its own.
            DispatchQueue.global().async { continuation.resume(returning: Self.run("xdg-open", file)) }
        }
        guard status == 0 else {
            throw CommandFailure(
                code: "no_viewer", message: FeedTexts.noViewer, hint: FeedTexts.noViewerHint(file))
        }
    }

    private static func run(_ program: String, _ argument: String) -> Int32 {
        var arguments = [strdup(program), strdup(argument), nil]
        defer { for text in arguments { free(text) } }
        var child = pid_t()
        guard posix_spawnp(&child, program, nil, nil, &arguments, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status
    }
}
