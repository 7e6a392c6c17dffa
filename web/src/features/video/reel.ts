import type { Slide } from '@ninesixteen/shared/slide/model'

/** Photos drawn at the same time: as many as there are workers to draw. */
const LANES = 2

export interface ReelParts<Drawing> {
  /** What stands before every photo. */
  slide: Slide
  /** The different photos, in the order they are wanted. */
  photos: readonly string[]
  draw(slide: Slide): Promise<Drawing>
  /** Gives the memory of a drawing back. */
  release(drawing: Drawing): void
  /** After each photo that was drawn or could not be. */
  changed(): void
}

/** The slide over each of its photos, drawn once ahead of playing. */
export interface Reel<Drawing> {
  /** Null while it is not drawn. */
  frame(photo: string): Drawing | null
  drawn(): number
  failed(): number
  stop(): void
}

/** Draws the photos one after another; those that fail are left out. */
export function startReel<Drawing>({ slide, photos, draw, release, changed }: ReelParts<Drawing>): Reel<Drawing> {
  const drawings = new Map<string, Drawing>()
  const queue = [...photos]
  let failed = 0
  let stopped = false

  const drawOne = async (photo: string): Promise<void> => {
    try {
      const drawing = await draw({ ...slide, backgroundImage: photo })
      if (stopped) return release(drawing)
      drawings.set(photo, drawing)
    } catch {
      // Counted, and said where the player stands; its picture keeps the photo before.
      failed += 1
    }
    if (!stopped) changed()
  }
  const drain = async (): Promise<void> => {
    for (let photo = queue.shift(); photo !== undefined; photo = queue.shift()) await drawOne(photo)
  }
  for (let lane = 0; lane < LANES; lane += 1) void drain()

  return {
    frame: (photo) => drawings.get(photo) ?? null,
    drawn: () => drawings.size,
    failed: () => failed,
    stop() {
      stopped = true
      queue.length = 0
      for (const drawing of drawings.values()) release(drawing)
      drawings.clear()
    },
  }
}
