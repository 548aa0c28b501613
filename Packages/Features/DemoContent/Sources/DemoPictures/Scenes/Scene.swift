/// Something to paint: the same seed and settings give the same picture.
protocol Scene: Sendable {
    /// Width and height in pixels at full size.
    var size: (width: Int, height: Int) { get }

    var film: Film { get }

    /// Fills the canvas with light.
    func paint(on canvas: inout Canvas)
}

extension Scene {
    var size: (width: Int, height: Int) { (960, 640) }
    var film: Film { Film() }
}
