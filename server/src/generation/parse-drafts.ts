import { slideDraftSchema, type SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { ChatFinish, ChatPart, ChatUsage } from '../providers/openai/reply.ts'
import { createObjectStream } from './json-object-stream.ts'

/** No model writes on for so long, in UTF-16 code units. */
const TEXT_MAX = 200_000

/** What is known about an answer once it is read, or as far as it was. */
export interface ResponseStats {
  finish: ChatFinish
  usage: ChatUsage | null
  /** Whether there was an array in it at all. */
  sawArray: boolean
  /** Objects that were no slides. */
  refused: number
  /** Everything the model wrote, for the count of tokens. */
  text: string
}

function parse(text: string): SlideDraft | null {
  let raw: unknown
  try {
    raw = JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return null
  }
  return slideDraftSchema.safeParse(raw).data ?? null
}

/**
 * The slides of an answer, each as soon as it is whole. Reads on behind the last one for the figures of use, unless the model
 * does not stop writing. `facts` is kept up to date also when the answer breaks off with an error.
 */
export async function* readDrafts(parts: AsyncIterable<ChatPart>, wanted: number, facts: ResponseStats): AsyncGenerator<SlideDraft, void> {
  const objects = createObjectStream()
  let given = 0
  for await (const part of parts) {
    if (part.type === 'end') {
      facts.finish = part.finish
      facts.usage = part.usage
      continue
    }
    facts.text += part.text
    for (const text of objects.push(part.text)) {
      if (given === wanted) return
      const draft = parse(text)
      if (draft) {
        given += 1
        yield draft
      } else {
        facts.refused += 1
      }
    }
    facts.sawArray = objects.sawArray
    if (facts.text.length > TEXT_MAX) return
  }
}

export function emptyStats(): ResponseStats {
  return { finish: 'cut', usage: null, sawArray: false, refused: 0, text: '' }
}
