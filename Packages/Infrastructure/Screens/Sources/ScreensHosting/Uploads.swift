import AtomicFiles
import Dispatch
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes
import ScreensAPI

/// Where files that come with forms are for as long as somebody does something
/// with them.
public struct Uploads: Sendable {
    /// The folder on whose disk they are, without names: nothing is left of them
    /// when the program ends, however it does.
    public let folder: String
    /// How large a file may be, in bytes.
    public let maximumBytes: Int
    /// Whether that is the disk of the person's own device.
    public let isOnDevice: Bool

    /// Names a place for files.
    public init(folder: String, maximumBytes: Int, isOnDevice: Bool = false) {
        self.folder = folder
        self.maximumBytes = maximumBytes
        self.isOnDevice = isOnDevice
    }

    /// How much of a form is read: what is larger than a file may be is passed
    /// over, so that what was typed can come back.
    var bodyLimit: Int { maximumBytes * 4 + SubmittedForm.textLimit }

    /// Waiting for the disk takes long; it happens here.
    private static let disk = DispatchQueue(label: "essential.screens.uploads")

    private static func onDisk<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async -> Result<Value, FileError> {
        await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: Result { () throws(FileError) in try work() }) }
        }
    }

    /// Receives the part of a form at which its reader is.
    ///
    /// - Returns: Why the disk didn't take it; whatever comes after it in the form can
    ///   be read all the same.
    func receive(
        _ reader: inout MultipartReader, called name: String
    ) async throws(HTTPProblem) -> Result<UploadedFile, FileError> {
        let file: NamelessFile
        switch await Self.onDisk({ [folder] () throws(FileError) in try NamelessFile(in: folder) }) {
        case .success(let made): file = made
        case .failure(let error): return .failure(error)
        }
        var count = 0
        while let bytes = try await reader.nextBytes() {
            let rest = maximumBytes - count
            count += bytes.count
            guard rest > 0 else { continue }
            if case .failure(let error) = await Self.onDisk({ () throws(FileError) in
                try file.append(bytes.prefix(rest))
            }) {
                return .failure(error)
            }
        }
        return .success(
            UploadedFile(
                file: file,
                received: ReceivedFile(path: file.path, name: name, isTooLarge: count > maximumBytes), count: count))
    }
}

/// A file that came with a form; it is gone with the last copy of this value.
struct UploadedFile: Sendable {
    private let file: NamelessFile
    let received: ReceivedFile
    /// How many bytes came.
    let count: Int

    init(file: NamelessFile, received: ReceivedFile, count: Int) {
        self.file = file
        self.received = received
        self.count = count
    }
}
