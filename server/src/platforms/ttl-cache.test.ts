import { expect, test } from 'vitest'
import { cached } from './ttl-cache.ts'

/** A platform that answers when it is told to, and what it was asked. */
function slowPlatform() {
  const questions: { signal: AbortSignal; answer(text: string): void }[] = []
  const ask = (_key: string, signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      questions.push({ signal, answer: resolve })
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  return { ask: cached(ask), questions }
}

const patient = new AbortController().signal

test('a caller that gives up leaves the answer to the others, who are asked for once', async () => {
  const { ask, questions } = slowPlatform()
  const first = new AbortController()
  const asked = [ask('account', first.signal), ask('account', patient)]
  first.abort(new Error('out of time'))
  await expect(asked[0]).rejects.toThrow('out of time')
  questions[0]?.answer('the answer')
  expect(await asked[1]).toBe('the answer')
  // A caller that comes later has the same answer.
  expect(await ask('account', patient)).toBe('the answer')
  expect(questions).toHaveLength(1)
})

test('a question that no caller waits for any more is given up, and asked again by the next caller', async () => {
  const { ask, questions } = slowPlatform()
  const callers = [new AbortController(), new AbortController()]
  const asked = callers.map(({ signal }) => ask('account', signal))
  for (const caller of callers) caller.abort(new Error('out of time'))
  for (const answer of asked) await expect(answer).rejects.toThrow('out of time')
  expect(questions.map(({ signal }) => signal.aborted)).toEqual([true])
  const next = ask('account', patient)
  questions[1]?.answer('the answer')
  expect(await next).toBe('the answer')
})

test('a caller whose time is over already asks nothing', async () => {
  const { ask, questions } = slowPlatform()
  await expect(ask('account', AbortSignal.abort(new Error('out of time')))).rejects.toThrow('out of time')
  expect(questions).toEqual([])
})
