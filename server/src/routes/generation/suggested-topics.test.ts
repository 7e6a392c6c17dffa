import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { SUGGESTED_TOPICS } from '@ninesixteen/shared/content-types/suggested-topics'
import { generate, generateRequest, startGeneratingApp } from '../../testing/generation.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

test('the sandbox knows every suggested topic', async () => {
  for (const topic of SUGGESTED_TOPICS) {
    const messages = [{ role: 'user', content: `Reply with JSON.\nFormat: numbered-list\nSlides: 5\nTopic: ${JSON.stringify(topic)}` }]
    const response = await fetch(`${sandbox.openai}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-test', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4.1-mini', messages }),
    })
    expect(await response.json(), topic).toMatchObject({ system_fingerprint: 'fp_sandbox' })
  }
})

test.each(['numbered-list', 'directly-personal', 'question-users', 'multi-photo-video'] as const)(
  'a slideshow of the type "%s" says at its end that the texts fit any topic, unless the sandbox knows it',
  async (contentType) => {
    const app = await startGeneratingApp(sandbox)
    const user = await app.buildUser()
    const slideCount = CONTENT_TYPES[contentType].slideLock ?? 10
    const ends = [SUGGESTED_TOPICS[0], 'restoring old typewriters'].map(async (topic) => {
      const events = await generate(user, generateRequest({ topic, contentType, slideCount }))
      return events.at(-1)
    })
    const [known, other] = await Promise.all(ends)
    expect(known).toMatchObject({ type: 'done', kept: slideCount, notice: null })
    expect(known).not.toHaveProperty('fitsAnyTopic')
    expect(other).toMatchObject({ type: 'done', kept: slideCount, fitsAnyTopic: true })
  },
)
