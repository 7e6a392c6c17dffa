const origin = `http://127.0.0.1:${process.env.E2E_SANDBOX_PORT}`
const control = `${origin}/_control`

/** A post that a platform of the sandbox shows. */
export interface LivePost {
  platform: string
  id: string
  title: string
  files: { sha256: string }[]
}

export const livePosts = async (): Promise<LivePost[]> => ((await (await fetch(`${control}/live`)).json()) as { posts: LivePost[] }).posts

/** A file that a platform of the sandbox received. */
export const liveFile = async (sha256: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(`${origin}/feed/files/${sha256}`)).arrayBuffer())

/** Queues faults of the sandbox AI provider, one per request. */
export type AiFault =
  | { kind: '401' | '403' | 'no-choices' | '500' | 'timeout' | 'invalid-json' | 'null-content' | 'not-json-body' | 'drop' }
  | { kind: '429'; retryAfter?: number }
  | { kind: 'slow'; ms: number }
  | { kind: 'cut' | 'stall' | 'hold'; afterChars: number }
  | { kind: 'content'; content: string }

/** Lets a platform answer its next calls of one path with 500. */
export async function nextPlatformRequestsFail(provider: 'tumblr' | 'tiktok', path: string, count: number): Promise<void> {
  const reply = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, next: Array.from({ length: count }, () => ({ kind: '500', path })) }),
  })
  if (!reply.ok) throw new Error(`The sandbox refuses the fault: ${await reply.text()}`)
}

/** Lines up faults for the next requests; call resetSandbox afterwards, for one that was not used up would meet the next journey. */
export async function nextAiRequests(...next: AiFault[]): Promise<void> {
  const reply = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'openai', next }),
  })
  if (!reply.ok) throw new Error(`The sandbox refuses the fault: ${await reply.text()}`)
}

/** Lets held answers of the sandbox AI provider go on; returns how many were held. */
export async function releaseAiRequests(): Promise<number> {
  const reply = await fetch(`${control}/openai/hold`, { method: 'DELETE' })
  const { released }: { released: number } = await reply.json()
  return released
}

/** Lines up faults of any provider for its next requests; call resetSandbox afterwards. */
export async function nextRequestsOf(provider: string, ...next: Record<string, unknown>[]): Promise<void> {
  const reply = await fetch(`${control}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, next }),
  })
  if (!reply.ok) throw new Error(`The sandbox refuses the fault: ${await reply.text()}`)
}

export interface AiRequest {
  path: string
  status: number | null
  aborted: boolean
}

/** The requests to the sandbox AI provider since the last reset. */
export async function aiRequests(): Promise<AiRequest[]> {
  const reply = await fetch(`${control}/requests?provider=openai`)
  const { requests }: { requests: AiRequest[] } = await reply.json()
  return requests
}

export async function resetSandbox(): Promise<void> {
  await fetch(control, { method: 'DELETE' })
}
