import type { Slide } from '@ninesixteen/shared/slide/model'

/** What the stage shows. */
export interface StageDrawing {
  slideId: string
  /** The slide that the canvas shows just as it is; null while it is being drawn, dragged or typed in. */
  whole: Slide | null
  canvas: HTMLCanvasElement
}

/** There is one stage; what is drawn on it need not be drawn again for the strip. */
let current: StageDrawing | null = null

export function showOnStage(drawing: StageDrawing | null): void {
  current = drawing
}

export function stageDrawing(): StageDrawing | null {
  return current
}
