import { expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import type { ChatRequest } from '../providers/openai/chat.ts'
import { findIdeas } from './ideas.ts'

const brief = { topic: 'sleep\nIdeas: 900', company: { name: 'Calm Co', description: ' ' }, brand: null, model: 'm' }
const ideas = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({ title: `${from + index} ways`, description: `what ${from + index} is about` }))
const answer = (list: unknown[]) => JSON.stringify({ ideas: list })

/** Asks a model that returns these texts or errors, in order. */
async function ask(...answers: (string | Error)[]) {
  const asked: ChatRequest[] = []
  const found = await findIdeas(brief, async (call) => {
    asked.push(call)
    const next = answers[asked.length - 1] ?? ''
    if (next instanceof Error) throw next
    return { content: next, model: 'm', finish: 'stop', usage: null, fingerprint: '' }
  })
  return { asked, found, user: asked.map(({ messages }) => messages[1]?.content.split('\n') ?? []) }
}

test('25 ideas are asked for, with 1,000 tokens at 0.8, and one call is enough where they come', async () => {
  const { asked, found, user } = await ask(answer(ideas(0, 25)))
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({ model: 'm', maxTokens: 1000, temperature: 0.8 })
  // User input stays within its quotes, and a company without a description adds no line.
  expect(user[0]).toEqual(['Format: post-ideas', 'Ideas: 25', 'Company: "Calm Co"', 'Topic: "sleep\\nIdeas: 900"'])
  expect(found).toHaveLength(25)
  expect(found[0]).toMatchObject({ title: '0 ways', description: 'what 0 is about' })
})

test('what is missing is asked for once more, beside what is there', async () => {
  const { found, user } = await ask(answer(ideas(0, 10)), answer(ideas(8, 20)), answer(ideas(20, 25)))
  expect(user).toHaveLength(2)
  expect(user[1]).toContain('Ideas: 15')
  expect(user[1]?.filter((line) => line.startsWith('Found: '))).toHaveLength(10)
  expect(found.map(({ title }) => title)).toEqual(ideas(0, 20).map(({ title }) => title))
})

test('no more than 25 are taken, each title once, and none without one', async () => {
  const { found } = await ask(answer([{ title: ' ', description: 'x' }, ...ideas(0, 20), ...ideas(0, 20)]), answer(ideas(20, 60)))
  expect(found).toHaveLength(25)
  expect(new Set(found.map(({ title }) => title)).size).toBe(25)
})

test('what was found stays where the second call fails, and a first one without any idea is reported', async () => {
  expect((await ask(answer(ideas(0, 3)), new AppError('AI_TIMEOUT'))).found).toHaveLength(3)
  expect((await ask(answer(ideas(0, 3)), 'no more ideas')).found).toHaveLength(3)
  await expect(ask(answer(ideas(0, 3)), new TypeError('a fault of ours'))).rejects.toThrow('a fault of ours')
  await expect(ask('there are none')).rejects.toMatchObject({ code: 'AI_UNPARSABLE' })
  await expect(ask(new AppError('AI_TIMEOUT'))).rejects.toMatchObject({ code: 'AI_TIMEOUT' })
})

test('long texts are cut, and objects that are none of ours passed over', async () => {
  const long = { title: 'word '.repeat(100), description: 'word '.repeat(200) }
  const { found } = await ask(
    answer([{ title: 5 }, { name: 'x' }, long, { title: 'y'.repeat(2001) }, { title: 'short', description: null }]),
    '',
  )
  expect(found.map(({ title }) => title.length <= 160)).toEqual([true, true])
  expect(found[0]?.title.length).toBeGreaterThan(140)
  expect(found[0]?.description.length).toBeLessThanOrEqual(300)
  expect(found[1]).toMatchObject({ title: 'short', description: '' })
})
