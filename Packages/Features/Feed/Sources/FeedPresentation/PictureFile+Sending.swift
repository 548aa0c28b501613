import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Glibc
import Localization

extension ImageDraft {
    /// Refuses what no server would take before anything of it is sent.
    ///
    /// A file that isn't there is left to whoever sends it, and so is one that can be
    /// read once only.
    func checkBeforeSending() throws(CommandFailure) {
        if let description, !Self.isFit(description, Self.maximumDescription, ReadableText.isHarmless) {
            throw Self.unfit(PostTexts.descriptionUnfit(description.unicodeScalars.count))
        }
        if let location, !Self.isFit(location, Self.maximumLocation, ReadableText.isLabel) {
            throw Self.unfit(PostTexts.locationUnfit(location.unicodeScalars.count))
        }
        var status = stat()
        guard unsafe stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let content = try? Data(contentsOf: URL(filePath: file), options: .mappedIfSafe),
            !PictureType.mayBePicture(content)
        else { return }
        throw CommandFailure(code: "not_an_image", message: PostTexts.notAPicture(file))
    }

    private static func isFit(_ text: String, _ limit: Int, _ isFit: (String) -> Bool) -> Bool {
        // White space alone is no word on the picture.
        if text.allSatisfy(\.isWhitespace) { return true }
        guard let composed = ReadableText.composed(text) else { return false }
        return composed.unicodeScalars.count <= limit && isFit(composed)
    }

    private static func unfit(_ message: LocalizedText) -> CommandFailure {
        CommandFailure(code: "invalid_text", message: message)
    }
}

extension PictureType {
    /// Whether a file begins as pictures do that can be published, HEIC among them;
    /// the server has the last word.
    fileprivate static func mayBePicture(_ content: Data) -> Bool {
        func has(_ text: String, at offset: Int) -> Bool { content.dropFirst(offset).starts(with: text.utf8) }
        return content.starts(with: [0xFF, 0xD8, 0xFF]) || content.starts(with: [0x89, 0x50, 0x4E, 0x47])
            || has("GIF8", at: 0) || has("RIFF", at: 0) && has("WEBP", at: 8) || has("ftyp", at: 4)
    }
}
