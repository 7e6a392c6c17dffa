import { expect, test } from 'vitest'
import { slideDraftSchema } from '@ninesixteen/shared/content-types/draft'
import type { ChatPart } from '../providers/openai/reply.ts'
import { emptyStats, readDrafts } from './parse-drafts.ts'

/** A model that repeats a text for as long as it is read. */
async function* writing(first: string, again: string, read: { chars: number }): AsyncGenerator<ChatPart> {
  for (let text = first; ; text = again) {
    read.chars += text.length
    yield { type: 'text', text }
  }
}

async function titlesOf(first: string, again: string, wanted: number) {
  const read = { chars: 0 }
  const titles: string[] = []
  for await (const { title } of readDrafts(
    writing(first, again, read),
    { wanted, schema: slideDraftSchema, fields: ['title'], isPositional: false },
    emptyStats(),
  ))
    titles.push(title)
  return { titles, chars: read.chars }
}

const whole = '{"slides":[{"title":"one"}]}'

test.each([
  ['writes on after its slides', whole, ' and more', 1],
  ['writes on after too few', whole, ' and more', 5],
  ['never comes to a slide', 'Let me think. ', 'hmm, ', 5],
  ['writes objects that are no slides', '{"slides":[{"title":"one"}', ',{}', 5],
])('a model that %s without an end is not read to it', async (_what, first, again, wanted) => {
  const { titles, chars } = await titlesOf(first, again, wanted)
  expect(titles).toEqual(first.includes('one') ? ['one'] : [])
  expect(chars).toBeLessThan(201_000)
})
