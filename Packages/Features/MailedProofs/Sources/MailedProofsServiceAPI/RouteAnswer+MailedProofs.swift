public import HTTPServingAPI
public import HTTPTypes

extension RouteAnswer {
    /// The page to who came with a link or a code that doesn't count.
    ///
    /// - Parameter statuses: Those with which the page is answered; see
    ///   ``MailedProofRefusal``.
    public static func linkRefused(_ statuses: HTTPStatus...) -> [RouteAnswer] {
        statuses.map { status in
            RouteAnswer(
                status,
                """
                The page says why a link or a code doesn't count, and offers another message: nobody knows the link
                (404), it is too old or was used before (410), it is for something else (403); or the code doesn't
                count, or what was typed is none (422).
                """, .html, fields: [.contentLanguage]
            ).named("LinkRefused")
        }
    }
}
