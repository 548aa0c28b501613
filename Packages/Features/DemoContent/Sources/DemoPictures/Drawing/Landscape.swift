/// Ground that can be looked at: a height for each place, and how it is lit.
///
/// x runs to the right, z into the picture, height up, all in one unit.
protocol Landscape: Sendable {
    /// No ground is higher; what is hidden for sure need not be computed.
    var ceiling: Float { get }

    /// Ground below is under water, and left for the scene to paint.
    var waterLevel: Float { get }

    func ground(_ x: Lanes, _ z: Lanes, distance: Float) -> Ground

    /// What reaches the eye, haze included.
    func light(_ ground: Ground, _ x: Lanes, _ z: Lanes, distance: Float) -> Light
}

extension Landscape {
    var waterLevel: Float { -.infinity }
}

/// Eight places of ground.
struct Ground {
    var height: Lanes
    var slopeX: Lanes
    var slopeZ: Lanes

    /// The cosine of the angle between the ground's normal and a direction.
    @inline(__always) func facing(_ direction: (x: Float, y: Float, z: Float)) -> Lanes {
        let up = 1 / (slopeX * slopeX + slopeZ * slopeZ + 1).squareRoot()
        return (direction.y - slopeX * direction.x - slopeZ * direction.z) * up
    }
}

/// Where a landscape is looked at from, always in the direction of z.
struct Viewpoint {
    var x: Float = 0
    var height: Float
    var z: Float = 0
    /// The canvas height of the horizon.
    var horizon: Float
    /// Canvas heights for a unit at distance 1.
    var focal: Float = 1
    var near: Float
    var far: Float
    var steps: Int

    /// The place on the canvas of a point in the landscape.
    func project(_ px: Float, _ py: Float, distance: Float, on canvas: Canvas) -> (x: Float, y: Float) {
        (canvas.aspect / 2 + (px - x) * focal / distance, horizon - (py - height) * focal / distance)
    }
}

extension Canvas {
    /// Paints ground over what is there, and returns how much of each pixel it
    /// covers.
    ///
    /// Each column is walked from near to far; a sample that appears above all
    /// nearer ones paints the rows between, down to fractions of a pixel.
    mutating func draw(_ land: some Landscape, from view: Viewpoint) -> [Lanes] {
        var cover = Array(repeating: Lanes(), count: tiles.count)
        for tile in 0..<tilesPerRow { drawColumns(tile, land, view, &cover) }
        return cover
    }

    @inline(__always)
    private mutating func drawColumns(_ tile: Int, _ land: some Landscape, _ view: Viewpoint, _ cover: inout [Lanes]) {
        let sky = (0..<height).map { tiles[$0 * tilesPerRow + tile] }
        let across = columns(ofTile: tile) - aspect / 2
        let scale = Float(height)
        let root = view.near.squareRoot()
        let stride = (view.far.squareRoot() - root) / Float(view.steps)
        var top = Lanes(repeating: scale)
        var last = Sample(y: Lanes(repeating: scale), light: Light(Colour(0, 0, 0)), isSeen: .init(repeating: false))
        for step in 0...view.steps {
            // Steps grow with the distance, but slower: far slopes are steep.
            let distance = (root + stride * Float(step)) * (root + stride * Float(step))
            let zoom = view.focal / distance
            let highest = (view.horizon - (land.ceiling - view.height) * zoom) * scale
            if any(top .> highest) {
                let x = across * (1 / zoom) + view.x
                let z = Lanes(repeating: view.z + distance)
                var ground = land.ground(x, z, distance: distance)
                let isDry = ground.height .>= land.waterLevel
                ground.height = max(ground.height, land.waterLevel)
                let y = max((view.horizon - (ground.height - view.height) * zoom) * scale, -1)
                let isSeen = y .< top
                if any(isSeen) {
                    let sample = Sample(y: y, light: land.light(ground, x, z, distance: distance), isSeen: isSeen)
                    for lane in 0..<8 where isSeen[lane] {
                        if isDry[lane] { span(tile, lane, from: top[lane], to: sample, after: last, sky, &cover) }
                        top[lane] = y[lane]
                    }
                    last = sample
                } else {
                    last.isSeen = isSeen
                }
            } else {
                last.isSeen = .init(repeating: false)
            }
        }
    }

    /// What was found at one distance in eight columns.
    private struct Sample {
        var y: Lanes
        var light: Light
        var isSeen: SIMDMask<SIMD8<Int32>>
    }

    @inline(__always) private mutating func span(
        _ tile: Int, _ lane: Int, from low: Float, to sample: Sample, after last: Sample, _ sky: [Light],
        _ cover: inout [Lanes]
    ) {
        let high = sample.y[lane]
        let first = Swift.max(Int(floor(high)), 0)
        let end = Swift.min(Int(ceil(low)), height)
        let colour = sample.light[lane]
        let nearer = last.isSeen[lane] ? last.light[lane] : colour
        let slope = 1 / Swift.max(low - high, 1e-6)
        for row in first..<Swift.max(end, first) {
            let bottom = Swift.min(Float(row + 1), low)
            let share = bottom - Swift.max(Float(row), high)
            let blend = clamp((Float(row) + 0.5 - high) * slope)
            let index = row * tilesPerRow + tile
            let paint = colour.mixed(nearer, blend)
            tiles[index][lane] = tiles[index][lane] + (paint + sky[row][lane] * -1) * share
            cover[index][lane] += share
        }
    }
}
