import { z } from 'zod'
import { SIGN_UPS } from '@ninesixteen/shared/api/account'
import { DAILY_TOKENS_MAX, STORAGE_QUOTA_MB_MAX } from '@ninesixteen/shared/api/limits'
import { ConfigError } from './config-error.ts'
import { senderSchema } from './mail/mail-settings.ts'
import { storagePlace } from './storage/store/storage-place.ts'

/** Each refusal says what is allowed, as the end of "NAME cannot be VALUE: ...". */
function wholeNumber(least: number, most: number) {
  const error = `it has to be a whole number from ${least} to ${most}`
  const digits = z.string().regex(/^\d{1,10}$/, { error })
  return digits.transform(Number).pipe(z.number().min(least, { error }).max(most, { error }))
}

function address(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `it has to be an address such as ${example}` })
}

/** An origin: the product answers at the root of its host, and whatever follows it would be lost in every link. */
const origin = address(/^https?$/, 'https://studio.example.com').refine(isOrigin, {
  error: 'it has to be an address without a path, such as https://studio.example.com',
})

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true
  const { origin: whole, href } = new URL(value)
  return href === `${whole}/`
}

/** What is sent to a provider in a header. */
const headerText = z.string().regex(/^[\x21-\x7e]+$/, { error: 'it has to be letters, digits and signs of ASCII, without spaces' })

function oneOf<const Choices extends readonly string[]>(choices: Choices) {
  return z.enum(choices, { error: `it has to be one of ${choices.join(', ')}` })
}

/** Of a page elsewhere that ours link to. */
const profile = address(/^https$/, 'https://www.youtube.com/@example')
const mailbox = z.email({ error: 'it has to be an email address such as help@example.com' })

const port = wholeNumber(1, 65_535)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)

/** A name of this instance in the network. */
const hostNamed = z
  .string()
  .toLowerCase()
  .regex(/^([\w-]+(\.[\w-]+)*|[\da-f:.]+)$/, {
    error: 'it has to be names such as studio.local, separated by commas, without http:// and ports',
  })

/** Every variable the product reads; `.env.example` explains each in one line. */
const variables = z.object({
  /** Where the product listens. */
  PORT: port.default(3000),
  /** Folder of the database, the files and the secret. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Address people use in their browser, when it is not http://localhost:PORT. */
  PUBLIC_URL: origin.optional(),
  /** Further names under which people open it, separated by commas: http://studio.local:3000 in the own network, for example. */
  ALLOWED_HOSTS: list.pipe(z.array(hostNamed)).default([]),
  /** Another PostgreSQL (15 or newer) in place of the private one. */
  DATABASE_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@localhost:5432/ninesixteen').optional(),
  /** The same database past a pooler in transaction mode, where DATABASE_URL leads through one: for migrations, listening and locks. */
  DATABASE_DIRECT_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@localhost:5432/ninesixteen').optional(),
  /** A streaming replica of that database, for reads that may be a second old. */
  DATABASE_REPLICA_URL: address(/^postgres(ql)?$/, 'postgres://USER:PASSWORD@replica:5432/ninesixteen').optional(),
  /** File of the certificates by which the database's own is known; then its host name is checked, too. */
  DATABASE_CA: z.string().min(1).optional(),
  /** file:///folder or s3://KEY:SECRET@host/bucket?region=REGION. */
  STORAGE_URL: z
    .string()
    .refine((value) => storagePlace(value) !== null, {
      error: 'it has to be an address such as file:///srv/files or s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
    })
    .optional(),
  /** Where people's browsers reach that S3 store, to get pictures from it and not through this server; nobody is sent there when absent. */
  STORAGE_PUBLIC_URL: origin.optional(),
  /** Megabytes of pictures each person may keep. */
  STORAGE_QUOTA_MB: wholeNumber(1, STORAGE_QUOTA_MB_MAX).default(5120),
  /** Where `npm run database -- copy` or `npm run files -- copy` copies to, when no word behind it says so. */
  COPY_TO: z.string().optional(),
  /** 32 bytes in hex or base64; made on first start and kept in DATA_DIR when absent. */
  SECRET_KEY: z.string().optional(),
  /** Further secrets, separated by commas, whose seals and signatures are good too: older ones, or the coming one while processes are told of it. */
  SECRET_KEY_OLD: list.default([]),
  /** Emails of the accounts that run this instance, separated by commas; the first account of a fresh instance when absent. */
  OPERATORS: list
    .pipe(z.array(z.email({ error: 'it has to be email addresses, separated by commas' })))
    .transform((emails) => emails.map((email) => email.toLowerCase()))
    .optional(),
  /** Who can sign up: anybody, whoever was invited, or nobody. Can be changed on the operator's page. */
  SIGN_UP: oneOf(SIGN_UPS).default('open'),
  /** Shortest password, in characters. */
  PASSWORD_MIN: wholeNumber(6, 128).default(6),
  /** Take the visitor's address from X-Forwarded-For: only behind a proxy that sets it. */
  TRUST_PROXY: z.stringbool({ error: 'it has to be true or false' }).default(false),
  /** Key of the OpenAI-compatible provider. */
  OPENAI_API_KEY: headerText.optional(),
  /** Its base URL, with /v1. */
  OPENAI_BASE_URL: address(/^https?$/, 'https://api.openai.com/v1').optional(),
  /** Model that writes slides. */
  OPENAI_MODEL: z.string().min(1).default('gpt-4.1-mini'),
  /** Model that finds ideas; the slide model when absent. */
  OPENAI_IDEAS_MODEL: z.string().min(1).optional(),
  /** Further models people may choose, separated by commas. */
  OPENAI_ALLOWED_MODELS: list.default([]),
  /** Tokens each person may use a day (UTC). */
  AI_DAILY_TOKENS: wholeNumber(1, DAILY_TOKENS_MAX).default(500_000),
  /** Seconds the AI provider may take until its first word: a local one loads its model first. */
  AI_FIRST_WORD_SECONDS: wholeNumber(1, 3600).default(60),
  /** Seconds the AI provider may say nothing in the middle of an answer before what it wrote is taken as all. */
  AI_SILENCE_SECONDS: wholeNumber(1, 3600).default(30),
  /** Seconds the AI provider may take for a whole answer. */
  AI_ANSWER_SECONDS: wholeNumber(1, 7200).default(180),
  /** Client of a project in Google's console, for the export to Drive. */
  GOOGLE_CLIENT_ID: headerText.optional(),
  GOOGLE_CLIENT_SECRET: headerText.optional(),
  /** Base URLs that people may use with an AI key of their own: any public https address, the listed ones, or none but the instance's. */
  OPENAI_USER_BASE_URLS: list.default(['any']),
  /** Client of an app at TikTok's developer portal. */
  TIKTOK_CLIENT_KEY: headerText.optional(),
  TIKTOK_CLIENT_SECRET: headerText.optional(),
  /** Code of the file by which this host is proved to TikTok: from `tiktok-developers-site-verification=CODE`. */
  TIKTOK_VERIFICATION: z
    .string()
    .regex(/^[A-Za-z0-9]{1,100}$/, 'it has to be the code alone, such as AbC123')
    .optional(),
  /** Whether TikTok has reviewed the app: until then it posts for "Only me" and to private accounts alone. */
  TIKTOK_AUDITED: oneOf(['on', 'off']).default('off'),
  /** Client of an application registered at Tumblr. */
  TUMBLR_CONSUMER_KEY: headerText.optional(),
  TUMBLR_CONSUMER_SECRET: headerText.optional(),
  /** Local imitation of the providers: auto uses it for each provider whose keys are not set. */
  SANDBOX: oneOf(['auto', 'on', 'off']).default('auto'),
  /** Where the sandbox listens; PORT + 100 or the next free one when absent. */
  SANDBOX_PORT: port.optional(),
  /** Where people's browsers find the sandbox's consent pages, when that is not http://127.0.0.1:SANDBOX_PORT. */
  SANDBOX_PUBLIC_URL: address(/^https?$/, 'https://sandbox.example.com').optional(),
  /** Whether the sandbox's platforms have a bad day: faults, lost answers, stalls, doubled events. */
  SANDBOX_UNKIND: oneOf(['on', 'off']).default('off'),
  /** Demos for visitors: auto offers them while the AI provider is the sandbox, on always, off never. */
  DEMO: oneOf(['auto', 'on', 'off']).default('auto'),
  /** Demos that live at a time. */
  DEMO_MAX: wholeNumber(1, 100_000).default(200),
  /** Tokens all demos together may use a day (UTC); the sandbox's cost nothing and are not counted against it. */
  DEMO_DAILY_TOKENS: wholeNumber(0, 2_147_483_647).default(500_000),
  /** Slideshows for strangers on /try: auto offers them while the AI provider is the sandbox, on always, off never. */
  TRY: oneOf(['auto', 'on', 'off']).default('auto'),
  /** Tokens all who try it without an account may use together a day (UTC); the sandbox's cost nothing and are not counted against it. */
  TRY_DAILY_TOKENS: wholeNumber(0, 2_147_483_647).default(200_000),
  /** What this process does: serve pages and calls, publish what is scheduled, or both. */
  ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  /** Seconds that a process which was told to end goes on serving while `/readyz` says that it ends: as long as a balancer needs to see it. */
  DRAIN_SECONDS: wholeNumber(0, 10).default(0),
  /** Hours after which a post that was missed is not sent by itself any more. */
  PUBLISH_GRACE_HOURS: wholeNumber(1, 24 * 30).default(24),
  /** Mail server: smtp://USER:PASSWORD@host:587, or smtps:// for one that speaks TLS from the first byte. Without it mails are files in DATA_DIR/outbox. */
  SMTP_URL: address(/^smtps?$/, 'smtps://USER:PASSWORD@mail.example.com').optional(),
  /** Whom mails come from: an address, or a name and an address. */
  MAIL_FROM: senderSchema.optional(),
  /** Whether a new account's address is confirmed by a mail before it can be used: auto asks for it where SMTP_URL is set. */
  CONFIRM_EMAIL: oneOf(['auto', 'on', 'off']).default('auto'),
  /** Mailbox of whoever runs this instance, as the public pages name it; those for privacy and legal matters are this one unless set. */
  CONTACT_EMAIL: mailbox.optional(),
  PRIVACY_EMAIL: mailbox.optional(),
  LEGAL_EMAIL: mailbox.optional(),
  /** Profiles of this instance for the footer of the public pages. */
  SOCIAL_X: profile.optional(),
  SOCIAL_TIKTOK: profile.optional(),
  SOCIAL_INSTAGRAM: profile.optional(),
  SOCIAL_YOUTUBE: profile.optional(),
  /** Who pays for the Pro plan: auto sells it through Stripe where its keys are set and through the sandbox while everything is one, off gives it to everybody. */
  BILLING: oneOf(['auto', 'off']).default('auto'),
  /** Secret key of the account at Stripe. */
  STRIPE_SECRET_KEY: headerText.regex(/^[rs]k_/, { error: 'it has to be a secret key, which begins with sk_ or rk_' }).optional(),
  /** Signing secret of the webhook endpoint PUBLIC_URL/webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: headerText.regex(/^whsec_/, { error: 'it has to be a signing secret, which begins with whsec_' }).optional(),
  /** Id of the monthly price that is sold. */
  STRIPE_PRICE: z
    .string()
    .regex(/^price_\w{1,200}$/, { error: 'it has to be the id of a price, such as price_1AbC' })
    .optional(),
  /** Port of its own for the figures that Prometheus reads; without it they are below PORT, if METRICS_TOKEN is set. */
  METRICS_PORT: port.optional(),
  /** Address of this machine at which that port is open; 127.0.0.1 when absent. */
  METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]{1,253}$/, { error: 'it has to be an address or a name of this machine, such as 0.0.0.0' })
    .optional(),
  /** What whoever reads the figures has to send: Authorization: Bearer METRICS_TOKEN. */
  METRICS_TOKEN: headerText.min(16, { error: 'it has to be at least 16 characters' }).optional(),
  /** Collector of OpenTelemetry to which traces are sent; none are made when absent. */
  OTEL_EXPORTER_OTLP_ENDPOINT: address(/^https?$/, 'http://127.0.0.1:4318').optional(),
  /** How much is logged. */
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** How it is written: for programs, or for people. */
  LOG_FORMAT: oneOf(['json', 'plain']).default('json'),
})
export type Variables = z.infer<typeof variables>

/** The names of all settings. */
export const VARIABLE_NAMES = Object.keys(variables.shape)

/** Of the environment what is known and set: a blank value counts as none. */
export function readVariables(env: Record<string, string | undefined>): Variables {
  const trimmed = Object.entries(env).map(([name, value = '']): [string, string] => [name, value.trim()])
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(firstProblem(parsed.error, given))
  if (parsed.data.SANDBOX_PORT === parsed.data.PORT)
    throw new ConfigError('SANDBOX_PORT and PORT are the same: each needs one of its own. See .env.example.')
  return parsed.data
}

/** What is never shown when it is refused: it is a secret, or may hold one in its user part. */
const SECRET = /KEY|SECRET|TOKEN$|^DATABASE_(DIRECT_|REPLICA_)?URL$|^STORAGE_URL$|^SMTP_URL$/

function firstProblem(error: z.ZodError, given: Record<string, string | undefined>): string {
  const issue = error.issues[0]
  const name = String(issue?.path[0] ?? 'A setting')
  const value = given[name] ?? ''
  const shown = SECRET.test(name) || value.includes('@') ? 'the value given' : `"${value}"`
  return `${name} cannot be ${shown}: ${issue?.message ?? 'it is not valid'}. See .env.example.`
}
