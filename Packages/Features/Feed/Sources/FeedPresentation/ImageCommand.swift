import ConsoleAPI
import CoreModels
import FeedAPI
import FeedPresentationAPI
import FoundationEssentials
import Localization

/// `essential image`: a picture with all there is to say about it, or its bytes
/// for a file or a program.
struct ImageCommand: Sendable {
    let images: any ImageDataLoading
    /// What is kept of pictures, in whatever size.
    let keptImages: (any ImageDataCaching)?
    let locations: any ImageLocating
    let viewer: any PictureViewing
    /// Knows what pictures show.
    let kept: any FeedCaching
    let details: any FeedImageLoading
    /// What other features add.
    let additions: @Sendable () -> [RowDetails]
    let now: @Sendable () -> Date

    private static let id = Parameter.picture(summary: FeedTexts.imageArgument)
    private static let output = Parameter<String?>.optional(
        "output", short: "o", .file, summary: FeedTexts.outputOption)
    private static let force = Parameter.flag("force", summary: FeedTexts.forceOption)
    private static let open = Parameter.flag("open", summary: FeedTexts.openOption)

    var command: Command {
        Command(
            "image", summary: FeedTexts.imageSummary, discussion: FeedTexts.imageDiscussion, group: .feed,
            examples: [
                CommandExample("essential image 2", FeedTexts.drawExample),
                CommandExample("essential image 6f96 --open", FeedTexts.openExample),
                CommandExample("essential image 2 -o picture.jpg", FeedTexts.outputExample),
                CommandExample("essential image 2 > picture.jpg", FeedTexts.redirectionExample),
            ],
            parameters: [Self.id, Self.output, Self.force, Self.open], goesOnAfterLogin: true
        ) { invocation, terminal throws(CommandFailure) in
            try await run(invocation, terminal)
        }
    }

    /// The picture with the names of the wire, as far as they are known.
    private struct Output: Encodable, Sendable {
        let id: ImageID
        let url: URL
        let bytes: Int
        let type: String
        let file: String?
        let image: FeedImage?

        private enum CodingKeys: String, CodingKey { case id, url, bytes, type, file }

        func encode(to encoder: any Encoder) throws {
            if let image { try FeedImageOutput(image).encode(to: encoder) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(url, forKey: .url)
            try container.encode(bytes, forKey: .bytes)
            try container.encode(type, forKey: .type)
            try container.encodeIfPresent(file, forKey: .file)
        }
    }

    private func run(_ invocation: Invocation, _ terminal: any Terminal) async throws(CommandFailure) -> CommandOutput {
        let target = try target(invocation, terminal)
        let id = try await terminal.picture(invocation[Self.id])
        let url = locations.url(of: id)
        if target == .person { return try await show(id, url, invocation, terminal) }
        let data = try await load(url, of: nil, terminal)
        let type = PictureType(of: data)
        let path: String
        switch target {
        case .person, .output:
            terminal.writeBytes(data)
            return CommandOutput()
        case .file(let file):
            try file.write(data)
            path = file.path
        case .viewer: path = try viewer.keep(data, name: "\(id).\(type.fileEnding)")
        }
        if invocation[Self.open] { try await viewer.open(path) }
        return CommandOutput(
            json: Output(
                id: id, url: url, bytes: data.count, type: type.rawValue, file: path,
                image: await details.image(id, orFrom: kept)),
            .line(FeedTexts.saved(path), .success))
    }

    /// Where a picture goes.
    private enum Target: Equatable {
        /// It is shown, with what is said about it.
        case person
        /// Its bytes go to standard output.
        case output
        case file(PictureFile)
        case viewer
    }

    /// Where the picture goes, found before anything is loaded.
    private func target(_ invocation: Invocation, _ terminal: any Terminal) throws(CommandFailure) -> Target {
        let isTerminal = terminal.capabilities(of: .output).isInteractive
        switch invocation[Self.output] {
        case "-":
            guard !invocation.isJSON, !invocation[Self.open] else { throw .usage(FeedTexts.outputAlone) }
            guard !isTerminal else { throw .usage(FeedTexts.noBytesForTerminals, hint: FeedTexts.redirectHint) }
            return .output
        case let path?:
            let file = PictureFile(path: path, replaces: invocation[Self.force])
            try file.checkItIsFree()
            return .file(file)
        case nil:
            if invocation[Self.open] { return .viewer }
            return isTerminal || invocation.isJSON ? .person : .output
        }
    }

    /// Shows all there is: the picture where the terminal draws, what its author
    /// and others say about it.
    private func show(
        _ id: ImageID, _ url: URL, _ invocation: Invocation, _ terminal: any Terminal
    ) async throws(CommandFailure) -> CommandOutput {
        let display = await terminal.pictureDisplay()
        let url = display.map { locations.url(url, forWidth: $0.pixels()) } ?? url
        // Whoever looks is shown it in whatever size it is kept.
        let data = try await load(url, of: invocation.isJSON ? nil : id, terminal)
        let type = PictureType(of: data), image = await details.image(id, orFrom: kept)
        let details = image.map { PictureDetails(image: $0, now: now()) }
        let title = details?.title ?? StyledText(FeedTexts.picture(id))
        terminal.write([display == nil ? .line(title) : .picture(Picture(data, description: title))])
        if let details { terminal.write(.fields(details.fields)) }
        if !invocation.isJSON {
            for addition in additions() where addition.list == .pictures {
                terminal.write([.blank] + (await addition.blocks(id.uuid)))
            }
        }
        let hint =
            display == nil
            ? FeedTexts.loaded(bytes: data.count, type: type.rawValue) : FeedTexts.drawn(type: type.rawValue)
        return CommandOutput(
            json: Output(id: id, url: url, bytes: data.count, type: type.rawValue, file: nil, image: image),
            .blank, .line(hint, .faint))
    }

    /// - Parameter image: The picture if another size of it does as well.
    private func load(
        _ url: URL, of image: ImageID?, _ terminal: any Terminal
    ) async throws(CommandFailure) -> Data {
        let bar = terminal.progress(FeedTexts.loading, unit: .bytes)
        defer { bar.finish() }
        do throws(ImageDataError) {
            return try await images.loadImageData(from: url) { progress in
                bar.update(completed: Int64(progress.receivedBytes), total: progress.totalBytes.map { Int64($0) })
            }
        } catch {
            if let image, let data = await keptImages?.anySize(of: image, by: locations, after: error) { return data }
            throw CommandFailure(presenting: error)
        }
    }
}

extension ImageDataCaching {
    /// A picture in whatever size it is kept, if there was no connection to load it.
    func anySize(of image: ImageID, by locations: any ImageLocating, after error: ImageDataError) async -> Data? {
        guard case .connectivity = error else { return nil }
        return await anySize(of: image, by: locations)
    }
}

extension FeedImageLoading {
    /// What is said of a picture: by the server, else as the feed was kept.
    func image(_ id: ImageID, orFrom kept: any FeedCaching) async -> FeedImage? {
        if let image = try? await loadImage(id) { return image }
        return (try? await kept.load())?.images.first { $0.id == id }
    }
}
