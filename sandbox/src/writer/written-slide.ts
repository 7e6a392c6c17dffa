import type { MarkedText } from './marked-text.ts'

/** A slide as the writer answers with it. */
export interface WrittenSlide {
  title: string
  description: string | null
  lines: string[]
  /** Words of the first text that is shown; empty for none. */
  emphasis: string
  /** Two or three English words of what the photo shows; empty for any photo. */
  photo: string
}

/** A slide with nothing but a title. */
export function titleSlide({ text, emphasis }: MarkedText, photo: string): WrittenSlide {
  return { title: text, description: null, lines: [], emphasis, photo }
}
