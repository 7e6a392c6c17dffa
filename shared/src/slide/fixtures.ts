import { rotationOf } from './box.ts'
import type { Frame, SlideBox } from './box.ts'
import { SLIDE_HEIGHT, SLIDE_WIDTH } from './limits.ts'
import { SAFE_AREA } from './safe-area.ts'

/** Boxes this near to an edge of the slide or of its safe area, in units, belong to that edge. */
export const EDGE = 24
/** A box whose middle is this near to that of the slide is centred, in units. */
const CENTRED = 1

/** The text of a profile's handle. */
const HANDLE = /^@[\w.-]+$/u

/** The rectangle round a box as it is rotated. */
export function boundsOfBox(entry: SlideBox): Frame {
  const angle = (rotationOf(entry) * Math.PI) / 180
  const { x, y, width, height } = entry.frame
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const turned = { width: width * cos + height * sin, height: width * sin + height * cos }
  return { x: x + (width - turned.width) / 2, y: y + (height - turned.height) / 2, ...turned }
}

export const isCentred = ({ x, width }: Frame): boolean => Math.abs(x + width / 2 - SLIDE_WIDTH / 2) <= CENTRED

/** The horizontal edge that a frame is near to. */
export function nearEdge({ y, height }: Frame): 'top' | 'bottom' | null {
  if (y <= SAFE_AREA.y + EDGE) return y + height < SLIDE_HEIGHT / 2 ? 'top' : null
  return y + height >= SAFE_AREA.y + SAFE_AREA.height - EDGE && y > SLIDE_HEIGHT / 2 ? 'bottom' : null
}

/** A logo in a corner, or a page number, progress dots or a handle near an edge: it belongs to that edge, not to the texts beside it. */
export function isFixture(entry: SlideBox): boolean {
  if (nearEdge(boundsOfBox(entry)) === null) return false
  switch (entry.kind) {
    case 'logo':
      return !isCentred(entry.frame)
    case 'text':
      return entry.box.pageNumber !== undefined || HANDLE.test(entry.box.text.trim())
    case 'shape':
      return entry.box.shape === 'progress'
    case 'image':
      return false
    default:
      return entry satisfies never
  }
}
