import FoundationEssentials
import SecurityMetricsContract

/// When heads were signed, as far as it is believed: a clock may have been wrong for a while.
enum HeadTimes {
    /// The heads that were signed by a clock that went right: the longest series in which times go up.
    ///
    /// What is from before or after its neighbours isn't among them,
    /// whether its clock was ahead or behind.
    ///
    /// - Parameter heads: By their size. One a day is kept, so that they are few.
    static func believed(_ heads: [TreeHead]) -> [(head: TreeHead, date: Date)] {
        let dated = heads.compactMap { head in AuditRecord.date(of: head.at).map { (head: head, date: $0) } }
        var lengths: [Int] = [], before: [Int?] = []
        for (index, head) in dated.enumerated() {
            var best: Int?
            for earlier in 0..<index where dated[earlier].date <= head.date {
                // Among equals the latest time: less is old by it.
                guard let known = best else { best = earlier; continue }
                if (lengths[earlier], dated[earlier].date) > (lengths[known], dated[known].date) { best = earlier }
            }
            lengths.append(1 + (best.map { lengths[$0] } ?? 0))
            before.append(best)
        }
        var series: [(head: TreeHead, date: Date)] = []
        var next = dated.indices.max { (lengths[$0], dated[$0].date) < (lengths[$1], dated[$1].date) }
        while let index = next {
            series.append(dated[index])
            next = before[index]
        }
        return series.reversed()
    }
}
