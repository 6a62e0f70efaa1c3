#if Laboratory
    import CCairo
    import SVGA

    /// Draws the parts of a movie with Cairo.
    final class CairoPen {
        private let context: OpaquePointer

        init(_ surface: CairoSurface) {
            guard let context = cairo_create(surface.pointer) else { preconditionFailure("no memory for a pen") }
            self.context = context
        }

        deinit { cairo_destroy(context) }

        /// Draws, and then restores the previous state of the context.
        func saved(_ draw: () -> Void) {
            cairo_save(context)
            draw()
            cairo_restore(context)
        }

        /// Applies a transform to everything drawn from now on. Returns false, and changes nothing, if the transform has no area.
        @discardableResult
        func transform(_ transform: SVGATransform) -> Bool {
            // Cairo refuses transforms that cannot be inverted, and draws nothing after one.
            let area = transform.a * transform.d - transform.b * transform.c
            guard abs(area) > 1e-9, area.isFinite else { return false }
            var matrix = cairo_matrix_t(
                xx: Double(transform.a), yx: Double(transform.b), xy: Double(transform.c), yy: Double(transform.d),
                x0: Double(transform.tx), y0: Double(transform.ty))
            cairo_transform(context, &matrix)
            return true
        }

        /// Limits all further drawing to the inside of a path.
        func clip(to path: SVGAPath) {
            outline(path)
            cairo_clip(context)
        }

        /// Draws a group with one alpha for all of it.
        func faded(to alpha: Float, _ draw: () -> Void) {
            guard alpha < 1 else { return draw() }
            cairo_push_group(context)
            draw()
            cairo_pop_group_to_source(context)
            cairo_paint_with_alpha(context, Double(alpha))
        }

        /// Draws a group, masked by the alpha of another group.
        func masked(_ draw: () -> Void, by mask: () -> Void) {
            cairo_push_group(context)
            draw()
            let content = cairo_pop_group(context)
            cairo_push_group(context)
            mask()
            let coverage = cairo_pop_group(context)
            cairo_set_source(context, content)
            cairo_mask(context, coverage)
            cairo_pattern_destroy(content)
            cairo_pattern_destroy(coverage)
        }

        /// Draws an image into a rectangle at the origin.
        func draw(_ image: CairoImage, width: Float, height: Float, alpha: Float) {
            guard let pattern = cairo_pattern_create_for_surface(image.pointer) else { return }
            var matrix = cairo_matrix_t()
            cairo_matrix_init_scale(
                &matrix, Double(image.width) / Double(width), Double(image.height) / Double(height))
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
            cairo_save(context)
            if !image.hasClearEdge {
                // The edges stay sharp at every magnification.
                cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
                cairo_rectangle(context, 0, 0, Double(width), Double(height))
                cairo_clip(context)
            }
            cairo_set_source(context, pattern)
            cairo_paint_with_alpha(context, Double(alpha))
            cairo_restore(context)
            cairo_pattern_destroy(pattern)
        }

        /// Draws a shape: first its fill, then its stroke.
        func draw(_ shape: SVGAShape) {
            saved {
                guard transform(shape.transform) else { return }
                outline(SVGAPath(shape.geometry))
                if let fill = shape.style.fill {
                    setColor(fill)
                    cairo_fill_preserve(context)
                }
                if let stroke = shape.style.stroke, shape.style.strokeWidth > 0 {
                    setColor(stroke)
                    setLine(shape.style)
                    cairo_stroke_preserve(context)
                }
                cairo_new_path(context)
            }
        }

        private func setColor(_ color: SVGAColor) {
            cairo_set_source_rgba(
                context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        }

        private func setLine(_ style: SVGAShapeStyle) {
            cairo_set_line_width(context, Double(style.strokeWidth))
            cairo_set_miter_limit(context, Double(style.effectiveMiterLimit))
            let cap =
                switch style.lineCap {
                case .butt: CAIRO_LINE_CAP_BUTT
                case .round: CAIRO_LINE_CAP_ROUND
                case .square: CAIRO_LINE_CAP_SQUARE
                }
            let join =
                switch style.lineJoin {
                case .miter: CAIRO_LINE_JOIN_MITER
                case .round: CAIRO_LINE_JOIN_ROUND
                case .bevel: CAIRO_LINE_JOIN_BEVEL
                }
            cairo_set_line_cap(context, cap)
            cairo_set_line_join(context, join)
            if let dash = style.dash {
                let pattern = [Double(dash.length), Double(dash.gap)]
                cairo_set_dash(context, pattern, 2, Double(dash.offset))
            }
        }

        private func outline(_ path: SVGAPath) {
            cairo_new_path(context)
            for step in path.steps {
                switch step {
                case .move(let point): cairo_move_to(context, Double(point.x), Double(point.y))
                case .line(let point): cairo_line_to(context, Double(point.x), Double(point.y))
                case .cubic(let first, let second, let end):
                    cairo_curve_to(
                        context, Double(first.x), Double(first.y), Double(second.x), Double(second.y), Double(end.x),
                        Double(end.y))
                case .close: cairo_close_path(context)
                }
            }
        }
    }
#endif
