import { Agent, request } from 'node:http'
import type { BenchUser } from './plan.ts'

/** Concurrent connection attempts: few, so that the server's admission control rejects none. */
const CONCURRENT_MAX = 16

export interface OpenStreams {
  /** Number of streams that are still open. */
  count(): number
  close(): void
}

/** Opens event streams as pages do, round robin over the users, and reads them. */
export async function openStreams(origin: string, users: readonly BenchUser[], count: number): Promise<OpenStreams> {
  const agent = new Agent({ maxSockets: Infinity })
  let [opened, open] = [0, 0]
  const openStream = ({ id, cookie }: BenchUser): Promise<void> =>
    new Promise((resolve, reject) => {
      const streamRequest = request(`${origin}/api/events?person=${id}`, { agent, headers: { cookie } }, (response) => {
        response.on('error', () => undefined).resume()
        if (response.statusCode !== 200) return reject(new Error(`A stream was answered with ${response.statusCode}`))
        open += 1
        response.on('close', () => (open -= 1))
        resolve()
      })
      streamRequest.on('error', reject).end()
    })
  const openNext = async (): Promise<void> => {
    while (opened < count) {
      const user = users[opened++ % users.length]
      if (user) await openStream(user)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, openNext))
  return { count: () => open, close: () => agent.destroy() }
}
