import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// `essential image`: a picture into a file or onto the screen.
struct ImageCommand: Sendable {
    let images: any ImageDataLoading
    let locations: any ImageLocating
    let viewer: any PictureViewing
    /// Knows what pictures show.
    let kept: any FeedCaching

    private static let id = Parameter.argument("id", .uuid, summary: FeedTexts.imageArgument)
    private static let output = Parameter<String?>.optional(
        "output", short: "o", .file, summary: FeedTexts.outputOption)
    private static let open = Parameter.flag("open", summary: FeedTexts.openOption)

    var command: Command {
        Command(
            "image", summary: FeedTexts.imageSummary, discussion: FeedTexts.imageDiscussion, group: .feed,
            examples: [
                CommandExample("essential image 6f9619ff-8b86-d011-b42d-00cf4fc964ff", FeedTexts.drawExample),
                CommandExample("essential image 6f9619ff-8b86-d011-b42d-00cf4fc964ff --open", FeedTexts.openExample),
                CommandExample(
                    "essential image 6f9619ff-8b86-d011-b42d-00cf4fc964ff -o picture.jpg", FeedTexts.outputExample),
            ],
            parameters: [Self.id, Self.output, Self.open]
        ) { invocation, terminal throws(CommandFailure) in
            try await run(invocation, terminal)
        }
    }

    private struct Output: Encodable, Sendable {
        let id: ImageID
        let url: URL
        let bytes: Int
        let type: String
        let file: String?
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        let id = ImageID(invocation[Self.id]), url = locations.url(of: id)
        if invocation[Self.output] == nil, !invocation[Self.open], let display = await terminal.pictureDisplay() {
            return try await draw(id, url, display, terminal)
        }
        let data = try await load(url, terminal)
        let type = PictureType(of: data)
        var file = invocation[Self.output]
        if let file {
            try PictureFile(path: file).write(data)
        } else if invocation[Self.open] {
            file = try viewer.keep(data, name: "\(id).\(type.fileEnding)")
        }
        if invocation[Self.open], let file { try await viewer.open(file) }
        let summary = file.map(FeedTexts.saved) ?? FeedTexts.loaded(bytes: data.count, type: type.rawValue)
        return CommandOutput(
            json: Output(id: id, url: url, bytes: data.count, type: type.rawValue, file: file),
            .line(summary, .success))
    }

    /// Draws the picture as large as the screen, over what the feed says that it
    /// shows.
    private func draw(
        _ id: ImageID, _ url: URL, _ display: PictureDisplay, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        let smaller = locations.url(url, forWidth: display.pixels())
        let data = try await load(smaller, terminal)
        let type = PictureType(of: data)
        let image = (try? await kept.load())?.images.first { $0.id == id }
        let description = image.map(TerminalPictures.description) ?? StyledText(FeedTexts.picture(id))
        return CommandOutput(
            json: Output(id: id, url: smaller, bytes: data.count, type: type.rawValue, file: nil),
            .picture(Picture(data, description: description)),
            .line(FeedTexts.drawn(type: type.rawValue), .faint))
    }

    private func load(_ url: URL, _ terminal: any Terminal) async throws(CommandFailure) -> Data {
        let bar = terminal.progress(FeedTexts.loading, unit: .bytes)
        defer { bar.finish() }
        do throws(ImageDataError) {
            return try await images.loadImageData(from: url) { progress in
                bar.update(completed: Int64(progress.receivedBytes), total: progress.totalBytes.map { Int64($0) })
            }
        } catch {
            throw CommandFailure(error)
        }
    }
}

extension CommandFailure {
    init(_ error: ImageDataError) {
        switch error {
        case .connectivity: self.init(exit: .noConnectivity, code: "no_connectivity", message: error.text)
        case .impossible(let code, _): self.init(code: code, message: error.text)
        case .invalidData: self.init(code: "invalid_data", message: error.text)
        case .notFound: self.init(code: "image_not_found", message: error.text)
        case .notLoggedIn:
            self.init(exit: .notLoggedIn, code: "not_logged_in", message: error.text, hint: FeedTexts.logInHint)
        case .cancelled: self.init(exit: .interrupted, code: "cancelled", message: error.text)
        }
    }
}
