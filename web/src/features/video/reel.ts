import type { Slide } from '@ninesixteen/shared/slide/model'

/** Photos rendered concurrently, as many as there are workers. */
const CONCURRENCY = 2

export interface ReelParts<Drawing> {
  /** The slide in front of every photo. */
  slide: Slide
  /** The distinct photos in order. */
  photos: readonly string[]
  draw(slide: Slide): Promise<Drawing>
  /** Frees the memory of a frame. */
  release(drawing: Drawing): void
  /** Called after each photo, whether it was rendered or failed. */
  changed(): void
}

/** The slide over each of its photos, rendered ahead of playing. */
export interface Reel<Drawing> {
  /** Null until rendered. */
  frame(photo: string): Drawing | null
  drawn(): number
  failed(): number
  stop(): void
}

/** Renders the photos in order and skips failures. */
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
      // The player shows the count of failures and keeps the previous photo.
      failed += 1
    }
    if (!stopped) changed()
  }
  const drain = async (): Promise<void> => {
    for (let photo = queue.shift(); photo !== undefined; photo = queue.shift()) await drawOne(photo)
  }
  for (let worker = 0; worker < CONCURRENCY; worker += 1) void drain()

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
