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

    /// Names a place for files.
    public init(folder: String, maximumBytes: Int) {
        self.folder = folder
        self.maximumBytes = maximumBytes
    }

    /// How much of a form is read: what is larger than a file may be is passed
    /// over, so that what was typed can come back.
    var bodyLimit: Int { maximumBytes * 4 + SubmittedForm.textLimit }

    /// Waiting for the disk takes long; it happens here.
    private static let disk = DispatchQueue(label: "essential.screens.uploads")

    private static func onDisk<Value: Sendable>(
        _ work: @escaping @Sendable () throws(FileError) -> Value
    ) async throws(HTTPProblem) -> Value {
        let outcome: Result<Value, FileError> = await withCheckedContinuation { continuation in
            disk.async { continuation.resume(returning: Result { () throws(FileError) in try work() }) }
        }
        switch outcome {
        case .success(let value): return value
        case .failure(let error) where [ENOSPC, EDQUOT].contains(error.code): throw .storageFull()
        case .failure: throw .internalError
        }
    }

    /// Receives the part of a form at which its reader is.
    func receive(
        _ reader: inout MultipartReader, called name: String
    ) async throws(HTTPProblem) -> UploadedFile {
        let folder = folder
        let file = try await Self.onDisk { () throws(FileError) in try NamelessFile(in: folder) }
        var count = 0
        while let bytes = try await reader.nextBytes() {
            let rest = maximumBytes - count
            count += bytes.count
            guard rest > 0 else { continue }
            try await Self.onDisk { () throws(FileError) in try file.append(bytes.prefix(rest)) }
        }
        return UploadedFile(
            file: file,
            received: ReceivedFile(path: file.path, name: name, isTooLarge: count > maximumBytes), count: count)
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
