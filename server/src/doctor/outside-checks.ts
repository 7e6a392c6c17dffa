import { z } from 'zod'
import { PLATFORM_IDS, PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Config } from '../config/config.ts'
import { verifyMail } from '../mail/verify-mail.ts'
import { createFetch } from '../providers/http.ts'
import { HttpError, type HttpFault } from '../providers/http-error.ts'
import { clockFinding } from './database-checks.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'

const ask = createFetch({ answerMs: 8_000, silenceMs: 8_000 })

const FAULTS: Readonly<Record<HttpFault, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'does not answer',
  redirected: 'sends elsewhere',
  'broken-off': 'breaks off its answer',
  'not-public': 'leads into this machine or its network',
  'too-large': 'answers with more than any answer holds',
}

const NETWORK = 'Look whether this machine reaches the internet, resolves names, and may open connections to port 443.'

/** Mail and providers: each is asked something that costs nothing and changes nothing. */
export function outsideChecks(config: Config): Check[] {
  return [
    { name: 'mail', run: () => mail(config) },
    { name: 'AI', mend: 'Look whether OPENAI_BASE_URL is right, and whether the server there runs.', run: (signal) => ai(config, signal) },
    ...PLATFORM_IDS.map((id) => ({ name: PLATFORMS[id].label, run: (signal: AbortSignal) => platform(config.platforms[id], signal) })),
    { name: 'Google Drive', run: (signal) => platform({ client: config.google, ...config.google }, signal) },
    { name: 'payments', run: (signal) => payments(config, signal) },
    { name: 'clock', run: (signal) => clock(config, signal) },
  ]
}

async function mail({ mail: { smtpUrl }, publicUrl }: Config): Promise<Finding> {
  if (smtpUrl === null) {
    const says = 'Mails are kept as files in DATA_DIR/outbox and go nowhere.'
    return isLocal(publicUrl) ? ok(says) : warning(says, 'Set SMTP_URL and MAIL_FROM: without mail nobody can reset a password.')
  }
  const reason = await verifyMail(smtpUrl)
  const { host } = new URL(smtpUrl)
  if (reason === null) return ok(`${host} takes connections and the sign-in. npm run mail -- test ADDRESS sends one.`)
  return wrong(
    `${host} does not take mails: ${reason}`,
    'Check host, port, user and password of SMTP_URL; special characters in them are written as %XX.',
  )
}

/** Others, at home, may take whoever comes. */
const OPENAI_HOST = 'api.openai.com'

const SANDBOXED = ok('The sandbox stands in for it.')

async function ai({ ai: { sandbox, baseUrl, apiKey, model } }: Config, signal: AbortSignal): Promise<Finding> {
  if (sandbox) return SANDBOXED
  if (apiKey === null && new URL(baseUrl).host === OPENAI_HOST)
    return wrong('There is no key of an AI provider.', 'Set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs none.')
  const { status, body } = await get(`${baseUrl}/models`, signal, { ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }) })
  if (status === 401 || status === 403)
    return wrong(`The AI provider refuses the key (${status}).`, 'Set OPENAI_API_KEY to a key that is valid for OPENAI_BASE_URL.')
  if (status === 429) return warning('The AI provider is asked too much (429).', 'See whether the account has credit left.')
  if (status !== 200)
    return warning(
      `The AI provider answers, and has no list of models (${status}).`,
      'If slideshows are written nevertheless, nothing has to be done.',
    )
  const models = modelsSchema.safeParse(body).data?.data.map(({ id }) => id) ?? []
  if (models.length > 0 && !models.includes(model))
    return warning(`The AI provider has no model ${model}.`, `Set OPENAI_MODEL to one it has, such as ${models.slice(0, 5).join(', ')}.`)
  return ok(`The AI provider takes the key${models.length > 0 ? ` and has the model ${model}` : ''}.`)
}

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string().max(200) })) })

async function platform(settings: { client?: unknown; sandbox?: boolean; apiUrl?: string }, signal: AbortSignal): Promise<Finding> {
  if (!settings.client || settings.apiUrl === undefined) return ok('Not set up.')
  if (settings.sandbox) return SANDBOXED
  // Whatever is answered: it is there. Its keys are tried when somebody connects an account.
  const { status } = await get(settings.apiUrl, signal)
  return status >= 500
    ? warning(`It is out of order (${status}).`, 'Posts are tried again by themselves; look at its status page.')
    : ok('It answers.')
}

async function payments({ billing }: Config, signal: AbortSignal): Promise<Finding> {
  if (!billing) return ok('Nothing is sold.')
  if (billing.sandbox) return SANDBOXED
  const { status } = await get(`${billing.apiUrl}/v1/prices/${billing.price}`, signal, { authorization: `Bearer ${billing.secretKey}` })
  if (status === 401 || status === 403)
    return wrong(`The key is refused (${status}).`, 'Set STRIPE_SECRET_KEY to a valid key of the account.')
  if (status === 404) return wrong('The account has no such price.', 'Set STRIPE_PRICE to a price of the account that the key is for.')
  return status === 200
    ? ok('The key is taken, and the price is there. npm run plan -- check looks closer.')
    : warning(`It answers ${status}.`, 'Try again later.')
}

/** By the clock of whoever is asked anyway: their answers carry the time to the second. */
async function clock(config: Config, signal: AbortSignal): Promise<Finding> {
  const others = [config.ai.sandbox ? null : config.ai.baseUrl, ...PLATFORM_IDS.map((id) => realUrl(config.platforms[id]))]
  const url = others.find((one) => one !== null)
  if (url === undefined || url === null) return ok('There is no provider whose clock could be compared.')
  const begun = Date.now()
  const { date } = await get(url, signal)
  if (date === null) return ok('The provider that was asked does not tell the time.')
  return clockFinding(new URL(url).host, date - (begun + Date.now()) / 2000, 1 + (Date.now() - begun) / 2000)
}

const realUrl = ({ client, sandbox, apiUrl }: { client: unknown; sandbox: boolean; apiUrl: string }) => (client && !sandbox ? apiUrl : null)

export const isLocal = (publicUrl: string): boolean => /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(publicUrl).hostname)

export interface Answer {
  status: number
  text: string
  body: unknown
  headers: Headers
  /** Seconds since 1970 by the clock of whoever answered. */
  date: number | null
}

/** Throws words for the operator where nobody answers. */
export async function get(url: string, signal: AbortSignal, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const response = await ask(url, { signal, headers })
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
    // A page of somebody else's.
    return null
  }
}
