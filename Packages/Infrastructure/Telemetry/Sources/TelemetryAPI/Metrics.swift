/// Counts something that only grows.
///
/// Any thread may call it; it returns at once.
public protocol Counter: Sendable {
    /// Adds to the series with these labels; an amount that isn't positive changes nothing.
    func increment(by amount: Double, _ labels: MetricLabels)
}

extension Counter {
    /// Adds one to the series with these labels.
    public func increment(_ labels: MetricLabels = [:]) {
        increment(by: 1, labels)
    }
}

/// Holds a value that goes up and down.
///
/// Any thread may call it; it returns at once.
public protocol Gauge: Sendable {
    /// Sets the value of the series with these labels.
    func set(_ value: Double, _ labels: MetricLabels)

    /// Adds to the series with these labels, which starts at zero.
    func add(_ amount: Double, _ labels: MetricLabels)
}

extension Gauge {
    /// Sets the value of the series without labels.
    public func set(_ value: Double) {
        set(value, [:])
    }

    /// Adds to the series without labels.
    public func add(_ amount: Double) {
        add(amount, [:])
    }
}

/// Counts how values are spread over fixed ranges.
///
/// Any thread may call it; it returns at once.
public protocol Histogram: Sendable {
    /// Adds values to the series with these labels; NaN changes nothing.
    func observe(_ values: [Double], _ labels: MetricLabels)
}

extension Histogram {
    /// Adds a value to the series with these labels.
    public func observe(_ value: Double, _ labels: MetricLabels = [:]) {
        observe([value], labels)
    }

    /// Adds a duration, in seconds.
    public func observe(_ duration: Duration, _ labels: MetricLabels = [:]) {
        observe([duration], labels)
    }

    /// Adds durations, in seconds.
    public func observe(_ durations: [Duration], _ labels: MetricLabels = [:]) {
        observe(durations.map { $0 / .seconds(1) }, labels)
    }
}
