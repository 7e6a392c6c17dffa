import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from './program.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Its answer to descriptions that contain `words`: an image, the address of one, or an error of OpenAI's. */
export type AimockAnswer =
  | { words: string; b64Json: string }
  | { words: string; url: string }
  | { words: string; status: number; code: string; message: string; retryAfter?: number }

interface AimockRequest {
  path: string
  headers: Record<string, string>
  body: { model: string } | null
}

export interface Aimock {
  /** `http://127.0.0.1:PORT` */
  url: string
  answer(...answers: AimockAnswer[]): Promise<void>
  /** Stores a file at its files API; returns the address. */
  upload(bytes: Uint8Array): Promise<string>
  /** Requests to its images API. */
  requests(): Promise<AimockRequest[]>
}

const PROGRAM = fileURLToPath(new URL('aimock-cli.js', import.meta.resolve('@copilotkit/aimock')))

function fixtureOf({ words, ...answer }: AimockAnswer) {
  const match = { endpoint: 'image', userMessage: words }
  if (!('status' in answer)) return { match, response: { image: answer } }
  const { status, retryAfter, ...error } = answer
  return { match, response: { status, error, ...(retryAfter !== undefined && { retryAfter }) } }
}

/** An independent server of OpenAI's API (@copilotkit/aimock) as a separate process, until the test ends. */
export async function startAimock(apiKeys?: string[]): Promise<Aimock> {
  const folder = await temporaryFolder()
  const fixtures = join(folder, 'fixtures')
  await mkdir(fixtures)
  const settings = join(folder, 'aimock.json')
  await writeFile(settings, JSON.stringify({ port: 0, llm: { fixtures }, ...(apiKeys && { auth: { apiKeys } }) }))
  const program = runCommand(process.execPath, [PROGRAM, '--config', settings], {})
  await program.waitForOutput('listening on http')
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(program.output()) ?? []
  const headers: Record<string, string> = apiKeys ? { authorization: `Bearer ${apiKeys[0]}` } : {}

  async function ask<T>(path: string, init?: RequestInit): Promise<T> {
    const reply = await fetch(url + path, { ...init, headers })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }

  return {
    url,
    async answer(...answers) {
      await ask('/__aimock/fixtures', { method: 'POST', body: JSON.stringify({ fixtures: answers.map(fixtureOf) }) })
    },
    async upload(bytes) {
      const body = new FormData()
      body.set('purpose', 'user_data')
      body.set('file', new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' }))
      const { id } = await ask<{ id: string }>('/v1/files', { method: 'POST', body })
      return `${url}/v1/files/${id}/content`
    },
    async requests() {
      return (await ask<AimockRequest[]>('/__aimock/journal')).filter(({ path }) => path.startsWith('/v1/images/'))
    },
  }
}
