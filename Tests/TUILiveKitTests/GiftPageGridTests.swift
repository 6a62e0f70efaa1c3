import Testing

@testable import TUILiveKit

@Suite struct GiftPageGridTests {
    @Test func `two rows of four fill a page, and the ninth gift starts the next`() {
        let grid = GiftPageGrid(rows: 2, itemWidth: 74, itemHeight: 127, pageWidth: 321, pageHeight: 254)
        #expect(grid.columns == 4 && grid.perPage == 8)
        #expect(grid.pageCount(of: 0) == 0 && grid.pageCount(of: 8) == 1 && grid.pageCount(of: 9) == 2)
        #expect(grid.width(of: 9) == 642)
        #expect(grid.frame(of: 0) == .init(x: 5, y: 0, width: 74, height: 127))
        #expect(grid.frame(of: 3).x == 242 && grid.frame(of: 4) == .init(x: 5, y: 127, width: 74, height: 127))
        #expect(grid.frame(of: 8) == .init(x: 326, y: 0, width: 74, height: 127))
    }

    @Test func `a right-to-left row starts on the right`() {
        let grid = GiftPageGrid(
            rows: 1, itemWidth: 100, itemHeight: 100, pageWidth: 200, pageHeight: 100, isRightToLeft: true)
        #expect(grid.frame(of: 0).x == 100 && grid.frame(of: 1).x == 0)
    }

    @Test(arguments: [0.0, -3, .nan, .infinity])
    func `absurd sizes still give a grid`(size: Double) {
        let grid = GiftPageGrid(rows: 0, itemWidth: size, itemHeight: size, pageWidth: size, pageHeight: size)
        #expect(grid.perPage >= 1 && grid.pageCount(of: 5) >= 1)
        #expect(grid.frame(of: 4).x.isFinite && grid.frame(of: 4).y.isFinite)
    }
}
