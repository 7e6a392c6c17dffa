import type { z } from 'zod'
import type { SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { ChatFinish, ChatPart, ChatUsage } from '../providers/openai/reply.ts'
import { createObjectStream, readObject } from './json-object-stream.ts'

/** Longer than any regular response, in UTF-16 code units. */
const TEXT_MAX = 200_000

/** Facts about a response, up to the point it was read. */
export interface ResponseStats {
  finish: ChatFinish
  usage: ChatUsage | null
  /** Whether it contained an array. */
  sawArray: boolean
  /** Objects that weren't valid slides. */
  refused: number
  /** The full text, to count tokens. */
  text: string
}

/**
 * The slides of a response, each as soon as it is complete. Reads past the last one for the usage report, unless the model doesn't stop.
 * `facts` stays current even if the response fails.
 */
export async function* readDrafts(
  parts: AsyncIterable<ChatPart>,
  { wanted, schema }: { wanted: number; schema: z.ZodType<SlideDraft> },
  facts: ResponseStats,
): AsyncGenerator<SlideDraft, void> {
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
      const draft = readObject(schema, text)
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
