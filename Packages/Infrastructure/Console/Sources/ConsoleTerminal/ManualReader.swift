import Dispatch
import Glibc

/// Shows pages of the manual as `man` does: laid out, and in the pager that the
/// person has chosen.
enum ManualReader {
    /// - Returns: Whether there is `man`, and it was content.
    static func show(_ page: String) async -> Bool {
        // A file without a name; the shell that reads it is a child, and has it
        // open as well.
        var path = Array("/tmp/manual-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&path)
        guard file >= 0 else { return false }
        defer { close(file) }
        unsafe unlink(path)
        let isWritten = unsafe page.utf8.withContiguousStorageIfAvailable { bytes in
            unsafe write(file, bytes.baseAddress, bytes.count) == bytes.count
        }
        guard isWritten == true else { return false }
        let status = await withCheckedContinuation { continuation in
            // Waiting for somebody who reads blocks; it has a thread of its own.
            // Meanwhile Ctrl-C is the pager's: system(3) sees to that.
            DispatchQueue.global().async {
                continuation.resume(
                    returning: unsafe system(
                        "command -v man >/dev/null 2>&1 || exit 127; exec man -l - </proc/self/fd/\(file)"))
            }
        }
        return status == 0
    }
}
