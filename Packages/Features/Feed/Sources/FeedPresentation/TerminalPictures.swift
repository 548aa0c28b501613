import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// Draws pictures of the feed in the terminal.
struct TerminalPictures: Sendable {
    let images: any ImageDataLoading
    let locations: any ImageLocating

    /// So that a page of pictures isn't much longer than a few screens.
    private static let columns = 48, rows = 14

    /// Writes pictures with what they show, in their order and each as soon as
    /// those before it are there.
    ///
    /// One that doesn't come is only described.
    func show(
        _ pictures: [FeedImage], by display: PictureDisplay, on terminal: any Terminal
    ) async throws(CommandFailure) {
        let bar = terminal.progress(FeedTexts.loadingPictures, unit: .items)
        defer { bar.finish() }
        let width = display.pixels(ofColumns: Self.columns)
        await withTaskGroup(of: (Int, Result<Data, ImageDataError>).self) { group in
            for (position, picture) in pictures.enumerated() {
                group.addTask { (position, await load(picture, width, position == 0 ? .shown : .ahead)) }
            }
            var results: [Int: Result<Data, ImageDataError>] = [:]
            var next = 0
            for await (position, result) in group {
                // Whoever reads has seen enough.
                if terminal.outputState != .open { group.cancelAll() }
                results[position] = result
                while let result = results.removeValue(forKey: next) {
                    terminal.write(Self.blocks(pictures[next], result))
                    next += 1
                    bar.update(completed: Int64(next), total: Int64(pictures.count))
                }
            }
        }
        if Task.isCancelled { throw CommandFailure(ImageDataError.cancelled) }
    }

    private func load(
        _ picture: FeedImage, _ width: Int, _ priority: ImageDataPriority
    ) async -> Result<Data, ImageDataError> {
        do throws(ImageDataError) {
            let url = locations.url(picture.url, forWidth: width)
            return .success(try await images.loadImageData(from: url, priority: priority, progress: nil))
        } catch {
            return .failure(error)
        }
    }

    private static func blocks(_ picture: FeedImage, _ result: Result<Data, ImageDataError>) -> [OutputBlock] {
        let description = self.description(of: picture)
        let identifier = OutputBlock.line(StyledText(verbatim: "\(picture.id)", .faint))
        switch result {
        case .success(let data):
            let drawn = Picture(data, description: description, maximumColumns: columns, maximumRows: rows)
            return [.picture(drawn), identifier, .blank]
        case .failure(let error):
            return [.line(description), .line(error.text, .warning), identifier, .blank]
        }
    }

    /// What a picture shows, where it was taken, and whether it is hidden.
    static func description(of picture: FeedImage) -> StyledText {
        let words =
            picture.description.map { StyledText(verbatim: $0, .strong) }
            ?? StyledText(FeedTexts.withoutDescription, .faint)
        let place = StyledText(verbatim: picture.location.map { " · \($0)" } ?? "")
        return words + place + mark(of: picture)
    }

    /// What tells an author that nobody else sees the picture; empty otherwise.
    static func mark(of picture: FeedImage) -> StyledText {
        guard picture.isHidden else { return StyledText(verbatim: "") }
        return StyledText(verbatim: "  ") + StyledText(FeedTexts.hidden, .warning)
    }
}
