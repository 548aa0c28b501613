import ConsoleAPI
import CoreModels
import FeedAPI
import FoundationEssentials
import Localization

/// Draws pictures of the feed in the terminal.
struct TerminalPictures: Sendable {
    let images: any ImageDataLoading
    let keptImages: (any ImageDataCaching)?
    let locations: any ImageLocating
    let now: @Sendable () -> Date

    /// So that a page of pictures isn't much longer than a few screens.
    private static let columns = 48, rows = 14

    /// Writes pictures with what they show, in their order and each as soon as
    /// those before it are there.
    ///
    /// One that doesn't come is only described.
    func show(
        _ pictures: [FeedImage], numberedFrom first: Int, by display: PictureDisplay, on terminal: any Terminal
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
                    terminal.write(blocks(pictures[next], number: first + next, result))
                    next += 1
                    bar.update(completed: Int64(next), total: Int64(pictures.count))
                }
            }
        }
        if Task.isCancelled { throw CommandFailure(presenting: ImageDataError.cancelled) }
    }

    private func load(
        _ picture: FeedImage, _ width: Int, _ priority: ImageDataPriority
    ) async -> Result<Data, ImageDataError> {
        do throws(ImageDataError) {
            let url = locations.url(picture.url, forWidth: width)
            return .success(try await images.loadImageData(from: url, priority: priority, progress: nil))
        } catch {
            if let data = await keptImages?.anySize(of: picture.id, by: locations, after: error) {
                return .success(data)
            }
            return .failure(error)
        }
    }

    private func blocks(
        _ picture: FeedImage, number: Int, _ result: Result<Data, ImageDataError>
    ) -> [OutputBlock] {
        let description = PictureDetails(image: picture, now: now()).line
        let identifier = OutputBlock.line(StyledText(verbatim: "\(number)  \(picture.id)", .faint))
        switch result {
        case .success(let data):
            let drawn = Picture(data, description: description, maximumColumns: Self.columns, maximumRows: Self.rows)
            return [.picture(drawn), identifier, .blank]
        case .failure(let error):
            return [.line(description), .line(error.text, .warning), identifier, .blank]
        }
    }
}
