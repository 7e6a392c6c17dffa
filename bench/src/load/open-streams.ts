import { Agent, request } from 'node:http'
import type { BenchUser } from './plan.ts'

/** So few at a time that the server takes all of them: a call has its place at the door for up to a second. */
const LANES = 16

export interface OpenStreams {
  /** How many are still open. */
  count(): number
  close(): void
}

/** Opens streams of events as pages do, for these users in turn, and reads them. */
export async function openStreams(origin: string, users: readonly BenchUser[], count: number): Promise<OpenStreams> {
  const agent = new Agent({ maxSockets: Infinity })
  let [opened, open] = [0, 0]
  const openOne = ({ id, cookie }: BenchUser): Promise<void> =>
    new Promise((resolve, reject) => {
      const call = request(`${origin}/api/events?person=${id}`, { agent, headers: { cookie } }, (answer) => {
        answer.on('error', () => undefined).resume()
        if (answer.statusCode !== 200) return reject(new Error(`A stream was answered with ${answer.statusCode}`))
        open += 1
        answer.on('close', () => (open -= 1))
        resolve()
      })
      call.on('error', reject).end()
    })
  const lane = async (): Promise<void> => {
    while (opened < count) {
      const user = users[opened++ % users.length]
      if (user) await openOne(user)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { count: () => open, close: () => agent.destroy() }
}
