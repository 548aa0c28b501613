/// Shapes with soft, antialiased edges.
extension Canvas {
    /// Lays a colour over what is there, by a share for each pixel.
    @inline(__always) mutating func fill(
        _ box: Box, _ colour: Colour, _ coverage: (_ x: Lanes, _ y: Float) -> Lanes
    ) {
        let paint = Light(colour)
        retouch(box) { x, y, light in
            light = light.mixed(paint, coverage(x, y))
        }
    }

    /// A disc whose edge is `softness` wide (never less than a pixel).
    mutating func disc(_ x: Float, _ y: Float, radius: Float, _ colour: Colour, softness: Float = 0, opacity: Float = 1)
    {
        let soft = Swift.max(softness, pixel)
        fill(Box(around: x, y, radius + soft), colour) { px, py in
            clamp((radius - length(px - x, Lanes(repeating: py - y))) * (1 / soft) + 0.5) * opacity
        }
    }

    /// Adds a halo of light that fades to nothing at `radius`.
    mutating func glow(_ x: Float, _ y: Float, radius: Float, _ colour: Colour, sharpness: Float = 3) {
        let scale = 1 / (radius * radius)
        retouch(Box(around: x, y, radius)) { px, py, light in
            let dx = px - x
            let dy = py - y
            let d = (dx * dx + dy * dy) * scale
            let fade = max(1 - d, 0)
            light += colour * (fade * fade / (1 + d * (sharpness * sharpness * sharpness * 4)))
        }
    }

    /// A line with round ends whose width changes from one end to the other.
    mutating func line(
        _ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, width w0: Float, to w1: Float? = nil, _ colour: Colour,
        opacity: Float = 1, softness: Float = 0
    ) {
        let w1 = w1 ?? w0
        let soft = Swift.max(softness, pixel)
        let reach = Swift.max(w0, w1) / 2 + soft
        let dx = x1 - x0
        let dy = y1 - y0
        let scale = 1 / Swift.max(dx * dx + dy * dy, 1e-12)
        let box = Box(
            left: Swift.min(x0, x1) - reach, top: Swift.min(y0, y1) - reach,
            right: Swift.max(x0, x1) + reach, bottom: Swift.max(y0, y1) + reach)
        fill(box, colour) { px, py in
            let t = clamp(((px - x0) * dx + (py - y0) * dy) * scale)
            let distance = length(px - x0 - t * dx, py - y0 - t * dy)
            let half = (w0 + (w1 - w0) * t) * 0.5
            // Lines thinner than a pixel fade instead of breaking up.
            let strength = min(half * (2 / soft), 1) * opacity
            return clamp((half - distance) * (1 / soft) + 0.5) * strength
        }
    }

    /// A convex polygon; its corners go round clockwise as seen.
    mutating func polygon(_ corners: [(x: Float, y: Float)], _ colour: Colour, opacity: Float = 1, softness: Float = 0)
    {
        let soft = Swift.max(softness, pixel)
        var box = Box(left: .infinity, top: .infinity, right: -.infinity, bottom: -.infinity)
        for corner in corners {
            box.left = Swift.min(box.left, corner.x - soft)
            box.right = Swift.max(box.right, corner.x + soft)
            box.top = Swift.min(box.top, corner.y - soft)
            box.bottom = Swift.max(box.bottom, corner.y + soft)
        }
        let edges = corners.indices.map { index in
            Edge(corners[index], corners[(index + 1) % corners.count], softness: soft)
        }
        fill(box, colour) { px, py in
            var coverage = Lanes(repeating: opacity)
            for edge in edges { coverage = min(coverage, edge.inside(px, py) * opacity) }
            return coverage
        }
    }

    /// A box with sharp corners.
    mutating func rectangle(_ box: Box, _ colour: Colour, opacity: Float = 1) {
        let scale = Float(height)
        fill(box, colour) { px, py in
            let across = clamp((px - box.left) * scale + 0.5) * clamp((box.right - px) * scale + 0.5)
            let down = clamp((py - box.top) * scale + 0.5) * clamp((box.bottom - py) * scale + 0.5)
            return across * (down * opacity)
        }
    }
}

/// A side of a polygon: how far inside a place is, as a coverage.
private struct Edge {
    let nx: Float
    let ny: Float
    let offset: Float

    init(_ a: (x: Float, y: Float), _ b: (x: Float, y: Float), softness: Float) {
        let scale = 1 / Swift.max(length(b.x - a.x, b.y - a.y), 1e-9) / softness
        nx = (a.y - b.y) * scale
        ny = (b.x - a.x) * scale
        offset = 0.5 - nx * a.x - ny * a.y
    }

    @inline(__always) func inside(_ x: Lanes, _ y: Float) -> Lanes { clamp(x * nx + (y * ny + offset)) }
}
