/** A prompt, read from its labelled lines. */
export interface WriterRequest {
  topic: string
  format: string
  slides: number
  tone: string
  company: string
  about: string
  /** Number (from 1) of the slide that mentions the company; null for none. */
  softSellSlide: number | null
  context: string
  /** Makes different texts of the same request. */
  seed: string
}
