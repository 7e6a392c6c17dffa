import type { FoundModel } from '@ninesixteen/shared/api/local-models'

/** Models that don't write prose: embeddings, vision, speech, code, safety checks. */
const NO_WRITER =
  /embed|rerank|(?:^|[^a-z])(?:bge|gte|e5|clip|vl|ocr|tts|sql|math)(?:[^a-z]|$)|minilm|whisper|llava|moondream|vision|[\d.]vl|cod(?:e|er)(?:[^a-z]|$)|code(?:llama|gemma|qwen)|coder|starcoder|guard|shield|draft/i
/** Ollama lists models of its cloud, which don't run on this machine. */
const CLOUD = /[-:]cloud$/i
/** Smaller models lose the thread of a slideshow. */
const BILLIONS_MIN = 2.5

/** Billions of parameters as "3.2B" or "270M" has them, alone or within a model's name; null without. */
export function billionsIn(text: string): number | null {
  const [, mixture, number, unit] = /(?:^|[^a-z\d.])(?:(\d+)x)?(\d+(?:\.\d+)?)([bm])(?![a-z\d])/i.exec(text) ?? []
  if (number === undefined) return null
  return (Number(number) * Number(mixture ?? 1)) / (unit?.toLowerCase() === 'm' ? 1000 : 1)
}

/** The models that write prose on this machine, the smallest sensible one first. */
export function writers<M extends FoundModel>(models: readonly M[]): M[] {
  return models.filter(({ name }) => !NO_WRITER.test(name) && !CLOUD.test(name)).toSorted((one, other) => rank(one) - rank(other))
}

/** From the smallest sensible one upwards, then those of unknown size, then the too small ones from the largest downwards. */
function rank({ billions }: FoundModel): number {
  if (billions === null) return 1e6
  return billions >= BILLIONS_MIN ? billions : 2e6 - billions
}
