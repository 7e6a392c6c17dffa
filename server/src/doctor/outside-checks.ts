import { z } from 'zod'
import { PLATFORM_IDS, PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Config } from '../config/config.ts'
import { createFetch } from '../providers/http.ts'
import { HttpError, type HttpFault } from '../providers/http-error.ts'
import { clockFinding } from './database-checks.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'
import { reasonOf } from '../mail/smtp-failure.ts'

export const fetchOutside = createFetch({ answerMs: 8_000, silenceMs: 8_000 })

const FAULTS: Readonly<Record<HttpFault, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not respond',
  redirected: 'redirects elsewhere',
  'broken-off': 'closes the connection during its response',
  'not-public': 'resolves to this machine or its network',
  'too-large': 'sends an oversized response',
}

const NETWORK = 'Check that this machine has internet access and DNS, and may connect to port 443.'

/** Checks of mail and providers with free, read-only requests. */
export function outsideChecks(config: Config): Check[] {
  return [
    { name: 'mail', run: () => mail(config) },
    {
      name: 'AI',
      fix: 'Check OPENAI_BASE_URL, and that the server there runs.',
      run: (signal) => modelsApi(config.ai, OPENAI_NAMES, signal),
    },
    ...PLATFORM_IDS.map((id) => ({ name: PLATFORMS[id].label, run: (signal: AbortSignal) => platform(config.platforms[id], signal) })),
    { name: 'Google Drive', run: (signal) => platform({ client: config.google, ...config.google }, signal) },
    { name: 'payments', run: (signal) => payments(config, signal) },
    { name: 'clock', run: (signal) => clock(config, signal) },
  ]
}

async function mail({ mail: { smtpUrl }, publicUrl }: Config): Promise<Finding> {
  if (smtpUrl === null) {
    const summary = 'Mails are written to DATA_DIR/outbox and never sent.'
    return isLocal(publicUrl)
      ? ok(summary)
      : warning(summary, 'Set SMTP_URL and MAIL_FROM: without mail, users cannot reset their password.')
  }
  const reason = await verifyMail(smtpUrl)
  const { host } = new URL(smtpUrl)
  if (reason === null) return ok(`Connection and sign-in to ${host} work. Send a test mail with: npm run mail -- test ADDRESS`)
  return wrong(
    `${host} doesn't accept mails: ${reason}`,
    'Check host, port, user and password of SMTP_URL. Write special characters as %XX.',
  )
}

/** Other servers, such as local ones, may need no key. */
const OPENAI_HOST = 'api.openai.com'

export const SANDBOXED = ok('Imitated by the sandbox.')

/** How an OpenAI-compatible API and its settings are called. */
export interface ApiNames {
  /** At the start of a sentence. */
  api: string
  key: string
  baseUrl: string
  model: string
  /** The feature that may work without a list of models. */
  use: string
}

const OPENAI_NAMES: ApiNames = {
  api: 'The AI provider',
  key: 'OPENAI_API_KEY',
  baseUrl: 'OPENAI_BASE_URL',
  model: 'OPENAI_MODEL',
  use: 'generation',
}

/** Asks an OpenAI-compatible API for its models, which costs nothing. */
export async function modelsApi(
  { sandbox, baseUrl, apiKey, model }: Pick<Config['ai'], 'sandbox' | 'baseUrl' | 'apiKey' | 'model'>,
  names: ApiNames,
  signal: AbortSignal,
): Promise<Finding> {
  const { api } = names
  if (sandbox) return SANDBOXED
  if (apiKey === null && new URL(baseUrl).host === OPENAI_HOST)
    return wrong(`${api} has no API key.`, `Set ${names.key}, or ${names.baseUrl} to a server that needs none.`)
  const { status, body } = await get(`${baseUrl}/models`, signal, { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) })
  if (status === 401 || status === 403)
    return wrong(`${api} rejects the key (${status}).`, `Set ${names.key} to a key that is valid for ${names.baseUrl}.`)
  if (status === 429) return warning(`${api} rejects requests by its rate limit (429).`, 'Check whether the account has credit left.')
  if (status !== 200) return warning(`${api} responds, but has no list of models (${status}).`, `If ${names.use} works, ignore this.`)
  const models = modelsSchema.safeParse(body).data?.data.map(({ id }) => id) ?? []
  if (models.length > 0 && !models.includes(model))
    return warning(`${api} has no model ${model}.`, `Set ${names.model} to an available one, such as ${models.slice(0, 5).join(', ')}.`)
  return ok(`${api} accepts the key${models.length > 0 ? ` and has the model ${model}` : ''}.`)
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string().max(200) })) })

async function platform(settings: { client?: unknown; sandbox?: boolean; apiUrl?: string }, signal: AbortSignal): Promise<Finding> {
  if (!settings.client || settings.apiUrl === undefined) return ok('Not set up.')
  if (settings.sandbox) return SANDBOXED
  // Any response will do. Keys are tested when a user connects an account.
  const { status } = await get(settings.apiUrl, signal)
  return status >= 500
    ? warning(`Out of order (${status}).`, 'Posts are retried automatically. See the status page of the platform.')
    : ok('Reachable.')
}

async function payments({ billing }: Config, signal: AbortSignal): Promise<Finding> {
  if (!billing) return ok('Billing is off.')
  if (billing.sandbox) return SANDBOXED
  const { status } = await get(`${billing.apiUrl}/v1/prices/${billing.price}`, signal, { authorization: `Bearer ${billing.secretKey}` })
  if (status === 401 || status === 403)
    return wrong(`The key is rejected (${status}).`, 'Set STRIPE_SECRET_KEY to a valid key of the account.')
  if (status === 404) return wrong('The account does not have this price.', 'Set STRIPE_PRICE to a price of the account of the key.')
  return status === 200
    ? ok('Key and price are valid. For details run: npm run plan -- check')
    : warning(`Unexpected status ${status}.`, 'Try again later.')
}

/** Compares with a provider that is checked anyway: responses contain the time to the second. */
async function clock(config: Config, signal: AbortSignal): Promise<Finding> {
  const others = [config.ai.sandbox ? null : config.ai.baseUrl, ...PLATFORM_IDS.map((id) => realUrl(config.platforms[id]))]
  const url = others.find((one) => one !== null)
  if (url === undefined || url === null) return ok('No provider to compare the clock with.')
  const startedAt = Date.now()
  const { date } = await get(url, signal)
  if (date === null) return ok('The response of the provider has no time.')
  return clockFinding(new URL(url).host, date - (startedAt + Date.now()) / 2000, 1 + (Date.now() - startedAt) / 2000)
}

const realUrl = ({ client, sandbox, apiUrl }: { client: unknown; sandbox: boolean; apiUrl: string }) => (client && !sandbox ? apiUrl : null)

export const isLocal = (publicUrl: string): boolean => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(publicUrl).hostname)

export interface Answer {
  status: number
  text: string
  body: unknown
  headers: Headers
  /** The server's time in seconds since 1970. */
  date: number | null
}

/** Throws a message for the operator if there is no response. */
export async function get(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const response = await fetchOutside(url, { signal, headers })
    const text = await response.text()
    const date = Date.parse(response.headers.get('date') ?? '')
    return { status: response.status, text, body: jsonOf(text), headers: response.headers, date: Number.isNaN(date) ? null : date / 1000 }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    throw new Unreached(error.fault, new URL(url).host)
  }
}

export class Unreached extends Error {
  readonly fault: HttpFault
  constructor(fault: HttpFault, host: string) {
    super(`${host} ${FAULTS[fault]}. ${NETWORK}`)
    this.name = 'Unreached'
    this.fault = fault
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The page of another server.
    return null
  }
}

/** Timeout for the connection, the greeting and the sign-in. */
const TIMEOUT_MS = 8_000

/** Signs in to a mail server without sending anything; returns null on success, else the reason. */
async function verifyMail(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, dnsTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url: smtpUrl, ...times })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}
