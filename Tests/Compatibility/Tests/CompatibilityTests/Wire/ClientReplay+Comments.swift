import CommentsAPI
import CommentsClient
import CoreModels
import FoundationEssentials
import PluginKit

/// What today's client makes of answers about comments.
extension ClientReplay {
    func loadComments() async -> [String: JSON] {
        let client = CommentsClientPlugin.assemble(.init(server: authorized)).exports.loading
        do throws(CommentsError) {
            let page = try await client.loadComments(
                on: image, after: fixture.request.query("after_id").flatMap { CommentID($0) },
                limit: fixture.request.query("limit").flatMap { Int($0) } ?? 100)
            var told: [String: JSON] = ["outcome": .text("comments"), "items": .list(page.items.map(\.told))]
            told["next"] = page.next.map { .text("\($0)") }
            return told
        } catch {
            return error.told
        }
    }

    func postComment() async -> [String: JSON] {
        let client = CommentsClientPlugin.assemble(.init(server: authorized)).exports.posting
        guard let message = CommentMessage(sent("message", "A cloud.")) else { return told("no comment") }
        do throws(CommentsError) {
            return ["outcome": .text("posted"), "comment": try await client.post(message, on: image).told]
        } catch {
            return error.told
        }
    }

    func deleteComment() async -> [String: JSON] {
        let client = CommentsClientPlugin.assemble(.init(server: authorized)).exports.deleting
        let comment = fixture.request.path.split(separator: "/").last.flatMap { CommentID($0) } ?? CommentID(UUID())
        do throws(CommentsError) {
            try await client.delete(comment, on: image)
            return told("comment_deleted")
        } catch {
            return error.told
        }
    }
}
