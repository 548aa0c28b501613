import CommentsAPI
import CoreModels
import Locking
import SQLStoreAPI

extension SQLTopic {
    /// A picture about which something was said, or taken back: its identifier.
    static let comments = SQLTopic("comments.changes")
}

/// Wakes those who look at a picture, on whatever server they are.
final class CommentSignals: CommentsFollowing {
    private struct State {
        var nextID = 0
        var listeners: [ImageID: [Int: AsyncStream<Void>.Continuation]] = [:]
    }

    private let state = Locked(State())

    func changes(of image: ImageID) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = state.withLock { state in
            state.nextID += 1
            state.listeners[image, default: [:]][state.nextID] = continuation
            return state.nextID
        }
        continuation.onTermination = { [weak self] _ in self?.remove(id, of: image) }
        return stream
    }

    /// Wakes those whom a signal concerns, and all when some may have gone unheard.
    func hear(_ signal: SQLSignal) {
        let woken = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            switch signal {
            case .sent(let image): ImageID(image).flatMap { state.listeners[$0] }.map { Array($0.values) } ?? []
            case .interrupted: []
            case .resumed: state.listeners.values.flatMap(\.values)
            }
        }
        for listener in woken { listener.yield() }
    }

    private func remove(_ id: Int, of image: ImageID) {
        state.withLock { state in
            state.listeners[image]?[id] = nil
            if state.listeners[image]?.isEmpty == true { state.listeners[image] = nil }
        }
    }
}
