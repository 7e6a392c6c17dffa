import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { slideSchema } from '@ninesixteen/shared/slide/model'
import { generate, generateRequest, slidesIn, startGeneratingApp, stored } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

/** Short timeouts for a provider that never responds. */
const IMPATIENT = { chatTimeouts: { answerMs: 2000, silenceMs: 1000 } }

describe('faults of the provider', () => {
  const total: [Record<string, unknown>, string, string][] = [
    [{ kind: '401' }, 'AI_KEY_REFUSED', 'The AI provider refused the key. Check it in the settings.'],
    [{ kind: 'quota' }, 'AI_QUOTA', 'The AI account is out of credit. Its owner has to add some.'],
    [{ kind: '429', retryAfter: 30 }, 'AI_BUSY', 'The AI provider is busy. Please try again in 30 seconds.'],
    [{ kind: 'refusal' }, 'AI_REFUSED', 'The AI declined to write about this topic. Try different words.'],
    [{ kind: 'invalid-json' }, 'AI_UNPARSABLE', 'Failed to parse slideshow content from OpenAI'],
    [{ kind: 'null-content' }, 'AI_NO_CONTENT', 'No content received from OpenAI API'],
    [{ kind: 'no-choices' }, 'AI_NO_DATA', 'No data received from Supabase Function'],
    [{ kind: 'timeout' }, 'AI_TIMEOUT', 'The AI provider took too long to answer. Please try again.'],
    [{ kind: 'content', content: '{"count":3}' }, 'AI_UNPARSABLE', 'Failed to parse slideshow content from OpenAI'],
    [{ kind: 'cut', afterChars: 5 }, 'AI_DOWN', 'The AI provider has a problem. Please try again in a moment.'],
  ]
  test('have their texts, and no project is left', { tags: ['long'] }, async () => {
    const app = await startGeneratingApp(sandbox, IMPATIENT)
    const users = [await app.buildUser(), await app.buildUser()] as const
    for (const [index, [fault, code, message]] of total.entries()) {
      const user = users[index % 2 ? 1 : 0]
      await sandbox.fail(fault)
      const events = await generate(user, generateRequest())
      expect(events).toEqual([expect.objectContaining({ type: 'project' }), { type: 'error', code, message, kept: 0 }])
      expect(await stored(app, user)).toEqual({ projects: [], slides: [] })
    }
  })

  test('a whole answer with too few slides did not end early', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'content', content: '{"slides":[{"title":"one"},{"title":"two"}]}' })
    const events = await generate(user, generateRequest())
    expect(events.at(-1)).toMatchObject({ type: 'done', kept: 2, notice: 'The AI wrote only 2 of 6 slides. They were saved.' })
    expect((await stored(app, user)).projects).toMatchObject([{ slidesWanted: 6, runEnding: 'few', slideCount: 2 }])
  })

  test('in the middle: complete slides are saved, and the user is told', { tags: ['long'] }, async () => {
    const app = await startGeneratingApp(sandbox, IMPATIENT)
    for (const fault of [
      { kind: 'cut', afterChars: 330 },
      { kind: 'stall', afterChars: 330 },
      { kind: 'mid-stream-error', afterChars: 330 },
      { kind: 'length' },
    ]) {
      const user = await app.buildUser()
      await sandbox.fail(fault)
      const events = await generate(user, generateRequest({ topic: '9 morning habits' }))
      const slides = slidesIn(events)
      expect(slides.length).toBeGreaterThan(0)
      expect(slides.length).toBeLessThan(10)
      expect(events.at(-1)).toMatchObject({
        type: 'done',
        kept: slides.length,
        notice: `The response ended early. ${slides.length} of 10 slides were saved.`,
      })
      const saved = await stored(app, user)
      expect(saved.projects).toMatchObject([{ status: 'draft', slideCount: slides.length, version: 2 }])
      expect(saved.slides.map((row) => row.data)).toEqual(slides)
    }
  })

  test('that can be got over change nothing', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const texts = async () => slidesIn(await generate(user, generateRequest())).map((slide) => slide.textBoxes.map((box) => box.text))
    const usual = await texts()
    expect(usual).toHaveLength(6)
    for (const fault of [{ kind: 'fenced' }, { kind: 'bare-array' }, { kind: '500' }, { kind: '400', param: 'response_format' }]) {
      await sandbox.fail(fault)
      expect(await texts()).toEqual(usual)
    }
  })
})

/** Different enough that no slide repeats another. */
const WORDS = ['kettle on', 'window open', 'phone away', 'bread rises', 'shoes ready', 'lights out']

describe('hostile answers', () => {
  const hostile: [string, unknown, number][] = [
    ['a thousand slides', Array.from({ length: 1000 }, (_, index) => ({ title: `${WORDS[index % 6]} ${index}` })), 6],
    ['prototype keys', JSON.parse('[{"title":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}]'), 1],
    ['markup', [{ title: '<img src=x onerror=alert(1)>hello <b>you</b>', description: 'see https://evil.example/x' }], 1],
    ['wrong types', [{ title: 5 }, { title: ['x'] }, { title: { a: 1 } }, null, 'text', { title: 'good' }], 2],
    ['endless texts', [{ title: 'x'.repeat(5000) }, { title: 'word '.repeat(150) }], 1],
    [
      'positions and paths',
      [{ title: 'a', backgroundImage: '../../etc/passwd', textBoxes: [{ x: 99999 }], imageBoxes: [{ imageUrl: 'http://x' }] }],
      1,
    ],
    ['deep nesting', [{ title: 'a', extra: JSON.parse(`${'[['.repeat(12)}1${']]'.repeat(12)}`) }], 1],
  ]
  test('store nothing outside of the schema', async () => {
    const app = await startGeneratingApp(sandbox)
    for (const [name, answer, saved] of hostile) {
      const user = await app.buildUser()
      await sandbox.fail({ kind: 'content', content: JSON.stringify({ slides: answer }) })
      const events = await generate(user, generateRequest())
      expect(slidesIn(events), name).toHaveLength(saved)
      const { slides: rows } = await stored(app, user)
      expect(rows, name).toHaveLength(saved)
      for (const { data } of rows) {
        expect(slideSchema.strict().parse(data)).toEqual(data)
        expect(JSON.stringify(data)).not.toMatch(/polluted|onerror|evil|passwd|99999/)
      }
    }
    expect(app.logged).toEqual([])
  })

  test('lone surrogates and null characters', async () => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    await sandbox.fail({ kind: 'content', content: String.raw`{"slides":[{"title":"half \ud83d and \u0000 null"},{"title":"good 😀"}]}` })
    const texts = slidesIn(await generate(user, generateRequest())).map((slide) => slide.title)
    expect(texts).toEqual(['half and null', 'good 😀'])
    expect(app.logged).toEqual([])
  })
})
