import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '@ninesixteen/shared/content-types/ids'
import { HINT_FIELDS, slideDraftSchema, type SlideDraft } from '@ninesixteen/shared/content-types/draft'
import type { ChatPart } from '../providers/openai/reply.ts'
import { createObjectStream } from './json-object-stream.ts'
import { missingSlides } from './generation-outcome.ts'
import { emptyStats, readDrafts } from './parse-drafts.ts'

/** Answers as small models on a laptop give them. `titles` and `texts` are the first texts and the number of all texts to keep. */
const answerSchema = z.object({
  about: z.string(),
  contentType: z.enum(CONTENT_TYPE_IDS),
  wanted: z.number(),
  finish: z.enum(['stop', 'length', 'cut']),
  titles: z.array(z.string()),
  texts: z.number(),
  answer: z.string(),
})
type WeakAnswer = z.infer<typeof answerSchema>

const ANSWERS = readFileSync(new URL('testing/weak-answers.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => answerSchema.parse(JSON.parse(line)))

const FIELDS = {
  'numbered-list': ['title', 'description'],
  'directly-personal': ['title', 'textBox1', 'textBox2', 'textBox3', 'textBox4'],
  'question-users': ['title', 'description'],
  'multi-photo-video': ['title', 'textBox1'],
  custom: ['textBox1', 'textBox2'],
} as const

async function* streamOf({ answer, finish }: WeakAnswer): AsyncGenerator<ChatPart> {
  for (let at = 0; at < answer.length; at += 7) yield { type: 'text', text: answer.slice(at, at + 7) }
  yield { type: 'end', finish, usage: null, model: 'small', fingerprint: '' }
}

async function draftsOf(given: WeakAnswer): Promise<SlideDraft[]> {
  const { contentType, wanted } = given
  const options = {
    wanted,
    fields: [...FIELDS[contentType], ...HINT_FIELDS],
    schema: slideDraftSchema,
    isPositional: contentType === 'custom',
  }
  const drafts: SlideDraft[] = []
  for await (const draft of readDrafts(streamOf(given), options, emptyStats())) drafts.push(draft)
  return drafts
}

/** Whether the answer is what was asked for, so that nothing has to be repaired. */
function isExact({ answer, wanted }: WeakAnswer): boolean {
  const texts = createObjectStream().push(answer)
  return texts.length === wanted && texts.every((text) => isDraft(text)) && new Set(texts).size === wanted
}

function isDraft(text: string): boolean {
  try {
    return slideDraftSchema.safeParse(JSON.parse(text)).success
  } catch {
    return false
  }
}

/** The texts that a slide shows, the first one first: formats with text boxes alone hide the title. */
function shownTexts({ contentType }: WeakAnswer, { title, description, lines }: SlideDraft): string[] {
  const isTitleHidden = contentType === 'multi-photo-video' || contentType === 'custom'
  return [...(isTitleHidden ? [] : [title]), description, ...lines].filter((text) => text !== '')
}

test.each(ANSWERS)('the reader keeps every slide: $about, $contentType', async (answer) => {
  const texts = (await draftsOf(answer)).map((draft) => shownTexts(answer, draft))
  expect(texts.map(([first]) => first)).toEqual(answer.titles)
  expect(texts.flat()).toHaveLength(answer.texts)
})

test('at least nine of ten weak answers are usable', async () => {
  const counts = { exact: 0, repaired: 0, unusable: 0 }
  for (const answer of ANSWERS) {
    const kept = (await draftsOf(answer)).length
    if (kept * 2 < answer.wanted) counts.unusable += 1
    else if (isExact(answer)) counts.exact += 1
    else counts.repaired += 1
  }
  expect(ANSWERS.length).toBeGreaterThanOrEqual(200)
  expect((counts.exact + counts.repaired) / ANSWERS.length).toBeGreaterThanOrEqual(0.9)
  expect(counts).toEqual({ exact: 96, repaired: 173, unusable: 22 })
})

test('an answer with too few slides ends with an error that says how many were kept', async () => {
  for (const answer of ANSWERS) {
    const kept = (await draftsOf(answer)).length
    if (kept === answer.wanted) continue
    const { code, message } = missingSlides(answer.finish, { kept, wanted: answer.wanted })
    if (kept === 0) expect(code).toBe('AI_UNPARSABLE')
    else expect(message).toContain(`${kept} of ${answer.wanted} slides`)
  }
})
