import ConsoleAPI
import Dispatch
import FoundationEssentials
import Glibc
import Localization

/// Opens pictures with a program of the desktop.
struct DesktopViewer: PictureViewing {
    /// The program.
    let program: String
    /// The folder for pictures that were opened.
    let folder: String

    func keep(_ data: Data, name: String) throws(CommandFailure) -> String {
        let file = PictureFile(path: folder + "/" + name, replaces: true)
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw file.notWritten
        }
        try file.write(data)
        return file.path
    }

    func open(_ file: String) async throws(CommandFailure) {
        let status = await withCheckedContinuation { continuation in
            // Waiting for the child blocks; it has a thread of its own.
            DispatchQueue.global().async { continuation.resume(returning: Self.run(program, file)) }
        }
        guard status == 0 else {
            throw CommandFailure(
                code: "no_viewer", message: FeedTexts.noViewer, hint: FeedTexts.noViewerHint(file))
        }
    }

    private static func run(_ program: String, _ argument: String) -> Int32 {
        var arguments = unsafe [strdup(program), strdup(argument), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child = pid_t()
        guard unsafe posix_spawnp(&child, program, nil, nil, &arguments, environ) == 0 else { return -1 }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) == -1, errno == EINTR {}
        return status
    }
}
