import { Agent, request, type Dispatcher } from 'undici'
import { createNameLookup } from './name-lookup.ts'
import { publicOnlyAgent, PrivateAddressError, type Resolve } from './public-address.ts'

/** Standard Webhooks: 15 to 30 s. */
const TIMEOUT_MS = 15_000
/** The part of a response that is stored. */
const ANSWER_BYTES = 1024
const DAY_SECONDS = 86_400

export interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface WebhookResponse {
  status: number
  /** The first kilobyte, without control and format characters. */
  answer: string
  /** `Retry-After` in seconds, up to a day. */
  retryAfter: number | null
}

/** The message is for the endpoint's owner. */
export class WebhookUnreachable extends Error {
  override readonly name = 'WebhookUnreachable'
}

export interface WebhookSender {
  /** Sends one request and follows no redirect. Throws WebhookUnreachable without a response. */
  send(message: WebhookRequest): Promise<WebhookResponse>
  close(): Promise<void>
}

interface SenderOptions {
  /** Also calls addresses that are not on the public internet. */
  allowPrivate: boolean
  /** Overrides for tests. */
  resolve?: Resolve
  timeoutMs?: number
}

/** Calls users' endpoints. Checks the address that the connection uses, so DNS rebinding can't reach the server's own network. */
export function createWebhookSender({ allowPrivate, resolve = createNameLookup(), timeoutMs = TIMEOUT_MS }: SenderOptions): WebhookSender {
  const dispatcher = allowPrivate ? new Agent({ connect: { timeout: timeoutMs } }) : publicOnlyAgent({ resolve, connectMs: timeoutMs })
  return {
    async send({ url, headers, body }) {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const sent = { 'content-type': 'application/json', 'user-agent': 'Ninesixteen-Webhooks', 'accept-encoding': 'identity', ...headers }
        const response = await request(url, { method: 'POST', dispatcher, signal, headers: sent, body })
        const answer = await readStart(response)
        return { status: response.statusCode, answer, retryAfter: retryAfterOf(response) }
      } catch (error) {
        throw new WebhookUnreachable(reasonOf(error, { signal, allowPrivate, timeoutMs }), { cause: error })
      }
    },
    close: () => dispatcher.close(),
  }
}

/** A body that never ends, or breaks off, doesn't change the status. */
async function readStart({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      chunks.push(chunk)
      size += chunk.byteLength
      if (size >= ANSWER_BYTES) break
    }
  } catch {
    return textOf(chunks)
  } finally {
    // Destroying the body breaks the connection on purpose.
    body.on('error', () => undefined)
    body.destroy()
  }
  return textOf(chunks)
}

/** Text without control and format characters, which could disguise it where it is shown; line breaks and tabs stay. */
function textOf(chunks: readonly Uint8Array[]): string {
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8')
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
}

function retryAfterOf({ headers }: Dispatcher.ResponseData): number | null {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, DAY_SECONDS) : null
}

/** A refused address and an unknown name read the same: the difference would reveal names of the server's network. */
function reasonOf(
  error: unknown,
  { signal, allowPrivate, timeoutMs }: { signal: AbortSignal; allowPrivate: boolean; timeoutMs: number },
): string {
  if (signal.aborted) return `No response within ${timeoutMs / 1000} seconds.`
  const { code = '' } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  if (/^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_TLS_|HOSTNAME_MISMATCH)/.test(code)) return 'The TLS certificate is not valid.'
  if (error instanceof PrivateAddressError || !allowPrivate) return 'The address could not be reached. It has to be on the public internet.'
  return 'The address could not be reached.'
}
