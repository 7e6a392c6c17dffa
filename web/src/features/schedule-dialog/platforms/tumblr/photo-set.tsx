import { rowsOf } from '@ninesixteen/shared/publishing/tumblr-post'
import type { TumblrOptions } from '@ninesixteen/shared/publishing/tumblr-options'

/** More rows would be too small to tell apart. */
const ROWS_DRAWN = 4
const SIDE = 40
const GAP = 2

/** Icon of a photo set layout. */
export function PhotoSetDrawing({ layout, pictures }: { layout: TumblrOptions['layout']; pictures: number }) {
  const rows = rowsOf(pictures, layout).slice(0, ROWS_DRAWN)
  const height = (SIDE - GAP * (ROWS_DRAWN - 1)) / ROWS_DRAWN
  const top = (SIDE - rows.length * (height + GAP) + GAP) / 2
  return (
    <svg viewBox={`0 0 ${SIDE} ${SIDE}`} width={SIDE} height={SIDE} aria-hidden="true" fill="currentColor">
      {rows.flatMap((count, row) => {
        const width = (SIDE - GAP * (count - 1)) / count
        return Array.from({ length: count }, (_picture, at) => (
          <rect key={`${row} ${at}`} x={at * (width + GAP)} y={top + row * (height + GAP)} width={width} height={height} rx="1.5" />
        ))
      })}
    </svg>
  )
}
