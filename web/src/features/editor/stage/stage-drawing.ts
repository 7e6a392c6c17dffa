import type { Slide } from '@ninesixteen/shared/slide/model'

export interface StageDrawing {
  slideId: string
  /** The slide that the canvas shows completely; null while it is being painted, dragged or edited. */
  whole: Slide | null
  canvas: HTMLCanvasElement
}

/** The only stage. The film strip copies its canvas instead of painting the slide again. */
let current: StageDrawing | null = null

export function showOnStage(drawing: StageDrawing | null): void {
  current = drawing
}

export function stageDrawing(): StageDrawing | null {
  return current
}
