import Glibc

/// Tells whether two samples differ in their means (Welch, 1947).
///
/// Samples that were taken in random order from the same source have a t beyond
/// 4.5 once in some 150 000 times, however busy the machine was meanwhile: noise
/// falls on both alike. It only hides small differences.
struct WelchTest {
    let t: Double
    let firstMean: Double
    let secondMean: Double

    /// Compares the samples without what is slower than 19 in 20 of both
    /// together.
    ///
    /// What takes far longer was interrupted by something else, as by a
    /// checkpoint of the database, and would hide a difference. The bound is
    /// the same for both, so it makes none (Reparaz et al., "Dude, is my code
    /// constant time?", 2017, section 3).
    init(_ first: [Double], _ second: [Double]) {
        let all = (first + second).sorted()
        let bound = all[(all.count - 1) * 19 / 20]
        let first = Moments(first.filter { $0 <= bound }), second = Moments(second.filter { $0 <= bound })
        firstMean = first.mean
        secondMean = second.mean
        t = (first.mean - second.mean) / (first.errorSquared + second.errorSquared).squareRoot()
    }

    private struct Moments {
        let mean: Double
        /// The square of the mean's standard error.
        let errorSquared: Double

        init(_ sample: [Double]) {
            let count = Double(sample.count)
            let mean = sample.reduce(0, +) / count
            self.mean = mean
            errorSquared = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1) / count
        }
    }
}

extension WelchTest: CustomStringConvertible {
    var description: String {
        let t = (t * 100).rounded() / 100
        return "t = \(t), means \(Int(firstMean)) and \(Int(secondMean))"
    }
}
