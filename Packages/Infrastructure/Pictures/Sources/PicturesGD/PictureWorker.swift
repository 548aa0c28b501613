import CGD
import Glibc
import PicturesAPI

/// The part of a program that decodes pictures: a process of its own, so that
/// what a hostile file does to a decoder ends that process alone.
///
/// A program calls ``PicturesPlugin/runWorkerIfAsked(_:)`` before anything else.
package enum PictureWorker {
    /// The first argument of a process that is a worker.
    package static let argument = "picture-worker"

    /// Does the work and ends the process, if the arguments ask for it.
    package static func runIfAsked(_ arguments: [String]) {
        guard arguments.count == 3, arguments[1] == argument else { return }
        // Nothing that the program registered for its end concerns a worker.
        _exit(run(arguments[2]))
    }

    private static func run(_ text: String) -> Int32 {
        guard let order = try? WorkerOrder(text: text), let format = PictureFormat(rawValue: order.format) else {
            return WorkerStatus.unable
        }
        cgd_end_with_parent()
        cgd_silence()
        guard format != .heic || cgd_reads_heic() != 0 else { return WorkerStatus.withoutHEIC }
        guard Confinement.enter(memory: order.memory, processorSeconds: order.processorSeconds) else {
            return WorkerStatus.unable
        }
        // Decoding closes the file.
        let profile = FileBytes(descriptor: STDIN_FILENO).flatMap { ColourProfile(of: $0, format: format) }
        guard let original = Bitmap.decode(STDIN_FILENO, as: format) else { return WorkerStatus.damaged }
        let isLossless = format == .png || format == .gif
        guard let picture = picture(of: original, order) else { return WorkerStatus.damaged }
        if let profile, !profile.isSRGB { picture.convert(from: profile) }
        return write(picture, isLossless: isLossless, order) ? WorkerStatus.done : WorkerStatus.damaged
    }

    /// The picture upright, within the limit on its sides.
    private static func picture(of original: consuming Bitmap, _ order: WorkerOrder) -> Bitmap? {
        let longest = max(original.width, original.height)
        guard longest > order.side else { return original.turned(from: order.orientation) }
        let width = max(1, original.width * order.side / longest)
        let height = max(1, original.height * order.side / longest)
        return original.scaled(width: width, height: height)?.turned(from: order.orientation)
    }

    /// Writes the picture and then the smaller ones, each made of the one
    /// before.
    private static func write(_ picture: consuming Bitmap, isLossless: Bool, _ order: WorkerOrder) -> Bool {
        let isTransparent = picture.isTransparent
        var current = picture
        var bytes = current.encoded(as: isTransparent || isLossless ? .png : .jpeg)
        while let file = bytes, file.count > order.resultBytes {
            // Noise without loss: the next smaller one has a quarter of it.
            guard let smaller = current.scaled(width: max(1, current.width / 2), height: max(1, current.height / 2))
            else { return false }
            current = smaller
            bytes = current.encoded(as: isTransparent ? .png : .jpeg)
        }
        let widths = order.widths.filter { [width = current.width] in $0 < width }
        guard let file = bytes, send(file, of: current, isLast: widths.isEmpty) else { return false }
        for (index, width) in widths.enumerated() {
            guard let smaller = current.scaled(width: width, height: max(1, current.height * width / current.width)),
                let file = smaller.encoded(as: isTransparent ? .png : .jpeg, quality: thumbnailQuality),
                send(file, of: smaller, isLast: index == widths.count - 1)
            else { return false }
            current = smaller
        }
        return true
    }

    private static let thumbnailQuality = 82

    /// The mean colour comes with the last and smallest, of which it costs least.
    private static func send(_ file: [UInt8], of picture: borrowing Bitmap, isLast: Bool) -> Bool {
        let format: PictureFormat = file.first == 0xFF ? .jpeg : .png
        let line = WorkerLine(
            format: format, width: picture.width, height: picture.height, byteCount: file.count,
            tint: isLast ? picture.tint() : nil)
        return send(Array(line.text.utf8)) && send(file)
    }

    private static func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            guard count > 0 else {
                guard count < 0, errno == EINTR else { return false }
                continue
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
