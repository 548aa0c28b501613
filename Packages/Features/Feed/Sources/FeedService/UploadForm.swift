import AtomicFiles
import CoreModels
import FeedContract
import FeedServiceAPI
import FoundationEssentials
import Glibc
import HTTPServingAPI
import HTTPTypes
import Localization

/// What somebody sent to be published: a file on the disk, and what they say
/// about it.
struct UploadForm: Sendable {
    let file: UploadFile
    let description: String?
    let location: String?
    let visibility: ImageVisibility

    /// Reads the form of a request; nothing is left when it throws.
    ///
    /// - Parameters:
    ///   - files: Where the file goes meanwhile.
    ///   - maximumBytes: How large it may be.
    /// - Throws: An `HTTPProblem`, each for what it says, or what the disk throws.
    init(_ request: ServerRequest, files: ImageFiles, maximumBytes: Int) async throws {
        var reader = try MultipartReader(request)
        var file: UploadFile?
        var texts: [FeedContract.Field: Data] = [:]
        while let part = try await reader.nextPart() {
            switch FeedContract.Field(rawValue: part.name) {
            case .image where file == nil:
                file = try await Self.receive(&reader, files: files, maximumBytes: maximumBytes)
            case .description?, .location?, .visibility?:
                guard let field = FeedContract.Field(rawValue: part.name) else { continue }
                texts[field] = try await reader.collectBytes(upTo: Self.textLimit)
            // Those of newer clients mean nothing here.
            case .image?, nil: continue
            }
        }
        guard let file else { throw HTTPProblem.invalidData([.required(pointer: "/image")]) }
        self.file = file
        var problems: [FieldProblem] = []
        func text(_ field: FeedContract.Field, upTo limit: Int, _ isFit: (String) -> Bool) -> String? {
            guard let bytes = texts[field] else { return nil }
            let text = String(validating: bytes, as: UTF8.self)
            // White space alone is no word on the picture.
            if let text, text.allSatisfy(\.isWhitespace) { return nil }
            if let composed = text.flatMap(ReadableText.composed), composed.unicodeScalars.count <= limit,
                isFit(composed)
            {
                return composed
            }
            problems.append(.invalidText("/\(field.rawValue)", limit: limit))
            return nil
        }
        description = text(.description, upTo: FeedContract.maximumDescription, ReadableText.isHarmless)
        location = text(.location, upTo: FeedContract.maximumLocation, ReadableText.isLabel)
        let visibility =
            texts[.visibility].map { bytes in
                String(validating: bytes, as: UTF8.self).flatMap { ImageVisibility(rawValue: $0) }
            } ?? .members
        if visibility == nil { problems.append(.wrongType(pointer: "/visibility")) }
        self.visibility = visibility ?? .members
        guard problems.isEmpty else { throw HTTPProblem.invalidData(problems) }
    }

    /// Room for the longest text, whatever its characters.
    private static let textLimit = 16 * 1024

    private static func receive(
        _ reader: inout MultipartReader, files: ImageFiles, maximumBytes: Int
    ) async throws -> UploadFile {
        let incoming = files.incoming
        let file = try await ImageFiles.onDisk { () throws(FileError) in try UploadFile(in: incoming) }
        var count = 0
        while let bytes = try await reader.nextBytes() {
            count += bytes.count
            guard count <= maximumBytes else { throw HTTPProblem.bodyTooLarge(limit: maximumBytes) }
            try await file.append(bytes)
        }
        return file
    }
}

extension FieldProblem {
    fileprivate static func invalidText(_ pointer: String, limit: Int) -> FieldProblem {
        FieldProblem(
            pointer: pointer, code: "invalid_text",
            reason: LocalizedText(
                en: """
                    This has at most \(limit) characters, in UTF-8, and none that act on a screen or turn the text \
                    around them.
                    """,
                es: """
                    Esto tiene como máximo \(limit) caracteres, en UTF-8, y ninguno que actúe sobre la pantalla o dé \
                    la vuelta al texto de su alrededor.
                    """))
    }
}
