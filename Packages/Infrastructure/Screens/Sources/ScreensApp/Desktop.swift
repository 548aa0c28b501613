import AtomicFiles
import Dispatch
public import FoundationEssentials
import Glibc
public import Localization

/// Opens pages with the browser of the person's desktop.
public struct Desktop: Sendable {
    private let program: String
    private let folder: String

    /// Creates a desktop.
    ///
    /// - Parameters:
    ///   - program: What finds the browser, such as `xdg-open`.
    ///   - folder: A folder of the person's own that ends with their login.
    public init(program: String, folder: String) {
        self.program = program
        self.folder = folder
    }

    /// Leads the browser to an address that nobody else on the machine learns.
    ///
    /// - Returns: What clears up when the browser has come; nil if none was opened.
    public func open(_ address: URL, in language: Language) -> (@Sendable () -> Void)? {
        let file = try? open(page(leadingTo: address.absoluteString.replacing("&", with: "&amp;"), language))
        return file.flatMap { $0 }.map { file in { file.remove() } }
    }

    /// Leads the browser to an address with something that nobody else shall see.
    ///
    /// Neither the arguments of a program nor the browser's history have it: it
    /// goes by a file that only the person can read, whose form sends itself.
    ///
    /// - Returns: The file, to be removed once the browser has read it; nil if no
    ///   browser was opened.
    func open(_ address: String, sending token: String, in language: Language) throws(FileError) -> LaunchFile? {
        try open(page(address, token, language))
    }

    private func open(_ page: String) throws(FileError) -> LaunchFile? {
        let file = try LaunchFile(in: folder, page)
        guard start(file.path) else {
            file.remove()
            return nil
        }
        return file
    }

    /// An address has no characters but `&` that mean something to HTML.
    private func page(leadingTo address: String, _ language: Language) -> String {
        """
        <!doctype html><html lang="\(language.rawValue)"><head><meta charset="utf-8">
        <meta name="referrer" content="no-referrer"><title>\(AppTexts.opening.text(in: language))</title>
        <meta http-equiv="refresh" content="0; url=\(address)"></head>
        <body><a href="\(address)">\(AppTexts.open.text(in: language))</a></body></html>

        """
    }

    /// Address and token consist of letters that mean nothing to HTML.
    private func page(_ address: String, _ token: String, _ language: Language) -> String {
        """
        <!doctype html><html lang="\(language.rawValue)"><head><meta charset="utf-8">
        <meta name="referrer" content="no-referrer"><title>\(AppTexts.opening.text(in: language))</title></head>
        <body onload="document.forms[0].submit()"><form method="post" action="\(address)">
        <input type="hidden" name="\(AppDoor.token)" value="\(token)">
        <button>\(AppTexts.open.text(in: language))</button></form></body></html>

        """
    }

    /// The browser outlives this program, and Ctrl-C isn't meant for it.
    private func start(_ argument: String) -> Bool {
        var attributes = posix_spawnattr_t(), files = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawnattr_init(&attributes)
        unsafe posix_spawn_file_actions_init(&files)
        defer {
            unsafe posix_spawnattr_destroy(&attributes)
            unsafe posix_spawn_file_actions_destroy(&files)
        }
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        for descriptor in 0...2 as ClosedRange<Int32> {
            unsafe posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0)
        }
        var arguments = unsafe [strdup(program), strdup(argument), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child = pid_t()
        guard unsafe posix_spawnp(&child, program, &files, &attributes, &arguments, environ) == 0 else { return false }
        // What has ended stays as a zombie until it is waited for (waitpid(2)).
        DispatchQueue.global().async { [child] in
            while waitpid(child, nil, 0) == -1, errno == EINTR {}
        }
        return true
    }
}

/// A page for one browser, in a folder that only the person can enter.
///
/// The folder is locked for as long as this process wants it: a lock goes with its
/// process, so that the next one knows what one that was killed has left.
final class LaunchFile: Sendable {
    private static let prefix = "essential-open-"

    let path: String
    private let folder: String
    private let lock: Int32

    init(in base: String, _ content: String) throws(FileError) {
        Self.removeLeftovers(in: base)
        var template = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw FileError(call: "mkdtemp", path: base, code: errno) }
        folder = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = Self.page(in: folder)
        lock = Self.openFolder(folder)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw FileError(call: "flock", path: folder, code: errno) }
        try AtomicFile(path: path).replace(with: Data(content.utf8), durability: .process)
    }

    deinit {
        // Closing the only descriptor gives the lock back (flock(2)).
        close(lock)
    }

    func remove() { Self.remove(folder) }

    /// Removes what processes have left that were killed.
    ///
    /// A folder without a page is one that another process has just made.
    private static func removeLeftovers(in base: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? []
        for folder in names.lazy.filter({ $0.hasPrefix(prefix) }).map({ "\(base)/\($0)" }) {
            let descriptor = openFolder(folder)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, unsafe access(page(in: folder), F_OK) == 0 else {
                continue
            }
            remove(folder)
        }
    }

    /// - Returns: A negative number unless it is a folder of the person's own.
    private static func openFolder(_ folder: String) -> Int32 {
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        var status = stat()
        guard descriptor >= 0, unsafe fstat(descriptor, &status) == 0, status.st_uid == geteuid() else {
            if descriptor >= 0 { close(descriptor) }
            return -1
        }
        return descriptor
    }

    private static func page(in folder: String) -> String { folder + "/open.html" }

    private static func remove(_ folder: String) {
        try? AtomicFile(path: page(in: folder)).remove()
        _ = unsafe rmdir(folder)
    }
}
