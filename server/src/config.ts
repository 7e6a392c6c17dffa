import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'
import { realGoogle, sandboxGoogle, type GoogleSettings } from './providers/google/settings.ts'
import type { ClientKeys } from './providers/platform-account.ts'
import { realTiktok, sandboxTiktok, type TiktokSettings } from './providers/tiktok/settings.ts'
import { realTumblr, sandboxTumblr, type TumblrSettings } from './providers/tumblr/settings.ts'
import { secretKey } from './secrets/secret-key.ts'
import { storagePlace } from './storage/store/storage-place.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const OPENAI_BASE_URL = 'https://api.openai.com/v1'

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
  /** file:///folder or s3://KEY:SECRET@host/bucket?region=REGION. */
  STORAGE_URL: z
    .string()
    .refine((value) => storagePlace(value) !== null, {
      error: 'it has to be an address such as file:///srv/files or s3://KEY:SECRET@s3.example.com/bucket?region=eu-central-1',
    })
    .optional(),
  /** Megabytes of pictures each person may keep. */
  STORAGE_QUOTA_MB: wholeNumber(1, 100_000_000).default(5120),
  /** 32 bytes in hex or base64; made on first start and kept in DATA_DIR when absent. */
  SECRET_KEY: z.string().optional(),
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
  AI_DAILY_TOKENS: wholeNumber(1, 2_147_483_647).default(500_000),
  /** Seconds the AI provider may say nothing in the middle of an answer before what it wrote is taken as all. */
  AI_SILENCE_SECONDS: wholeNumber(1, 3600).default(30),
  /** Client of a project in Google's console, for the export to Drive. */
  GOOGLE_CLIENT_ID: headerText.optional(),
  GOOGLE_CLIENT_SECRET: headerText.optional(),
  /** Base URLs that people may use with an AI key of their own: any public https address, the listed ones, or none but the instance's. */
  OPENAI_USER_BASE_URLS: list.default(['any']),
  /** Client of an app at TikTok's developer portal. */
  TIKTOK_CLIENT_KEY: headerText.optional(),
  TIKTOK_CLIENT_SECRET: headerText.optional(),
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
  /** How much is logged. */
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
})

export interface Config {
  port: number
  /** Absolute. */
  dataDir: string
  /** Without a slash at the end. */
  publicUrl: string
  /** Names beside the public URL's, in small letters and without ports. */
  allowedHosts: string[]
  databaseUrl: string | null
  storageUrl: string | null
  /** Bytes of pictures each person may keep. */
  storageQuota: number
  /** 32 bytes. */
  secretKey: Uint8Array
  passwordMin: number
  trustProxy: boolean
  ai: {
    baseUrl: string
    apiKey: string | null
    model: string
    ideaModel: string
    allowedModels: string[]
    /** True while answers come from the local sandbox. */
    sandbox: boolean
    dailyTokens: number
  }
  /** How long the AI provider may say nothing in the middle of an answer, in milliseconds. */
  aiSilence: number
  /** Base URLs that a person may use with an AI key of their own: `any` public https address, or these, which may be none. */
  userBaseUrls: 'any' | string[]
  /** Where each platform is; its client is null where the operator set no keys and wants no sandbox. */
  platforms: { tiktok: TiktokSettings; tumblr: TumblrSettings }
  /** Null where the operator set no keys and wants no sandbox: there is no export to Drive then. */
  google: GoogleSettings | null
  /** Accounts for visitors, which end by themselves. */
  demo: {
    isOffered: boolean
    /** That live at a time. */
    max: number
    /** What all of them together may ask of the AI a day. */
    dailyTokens: number
  }
  /** Where no port was asked for, the next free one from `port` on is taken at the start. */
  sandbox: { enabled: boolean; port: number; isPortFixed: boolean; url: string; publicUrl: string; isUnkind: boolean }
  /** Folder of the built page. */
  webDist: string
  /** Folder of the painter's fonts and emoji. */
  painterAssets: string
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
}

/** The settings of this process: of its environment, and of the file .env in the repository's folder for what is not set there. */
export function readConfig(): Config {
  const file = join(ROOT, '.env')
  if (existsSync(file)) loadEnvFile(file)
  return loadConfig(process.env)
}

/** Reads and checks the settings; throws a ConfigError with one clear sentence. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const set = readVariables(env)
  const dataDir = resolve(set.DATA_DIR)
  const sandboxPort = set.SANDBOX_PORT ?? (set.PORT > 65435 ? set.PORT - 100 : set.PORT + 100)
  const isImitated = (hasKeys: boolean) => set.SANDBOX === 'on' || (set.SANDBOX === 'auto' && !hasKeys)
  const sandboxed = isImitated(Boolean(set.OPENAI_API_KEY ?? set.OPENAI_BASE_URL))
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandboxPublicUrl = (set.SANDBOX_PUBLIC_URL ?? sandboxUrl).replace(/\/+$/, '')
  const [googleClient, tiktokClient, tumblrClient] = [
    pair(set, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'),
    pair(set, 'TIKTOK_CLIENT_KEY', 'TIKTOK_CLIENT_SECRET'),
    pair(set, 'TUMBLR_CONSUMER_KEY', 'TUMBLR_CONSUMER_SECRET'),
  ]
  const realGoogleOrNone = googleClient && realGoogle(googleClient.key, googleClient.secret)
  const google = isImitated(googleClient !== null) ? sandboxGoogle(sandboxUrl, sandboxPublicUrl) : realGoogleOrNone
  const platforms = {
    tiktok: isImitated(tiktokClient !== null) ? sandboxTiktok(sandboxUrl, sandboxPublicUrl) : realTiktok(tiktokClient),
    tumblr: isImitated(tumblrClient !== null) ? sandboxTumblr(sandboxUrl, sandboxPublicUrl) : realTumblr(tumblrClient),
  }
  const ideaModel = set.OPENAI_IDEAS_MODEL ?? set.OPENAI_MODEL
  return {
    port: set.PORT,
    dataDir,
    publicUrl: (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, ''),
    allowedHosts: set.ALLOWED_HOSTS,
    databaseUrl: set.DATABASE_URL ?? null,
    storageUrl: set.STORAGE_URL ?? null,
    storageQuota: set.STORAGE_QUOTA_MB * 1024 * 1024,
    secretKey: secretKey(set.SECRET_KEY, dataDir),
    passwordMin: set.PASSWORD_MIN,
    trustProxy: set.TRUST_PROXY,
    ai: {
      baseUrl: sandboxed ? `${sandboxUrl}/openai/v1` : (set.OPENAI_BASE_URL ?? OPENAI_BASE_URL).replace(/\/+$/, ''),
      apiKey: sandboxed ? 'sk-sandbox' : (set.OPENAI_API_KEY ?? null),
      model: set.OPENAI_MODEL,
      ideaModel,
      allowedModels: [...new Set([set.OPENAI_MODEL, ideaModel, ...set.OPENAI_ALLOWED_MODELS])],
      sandbox: sandboxed,
      dailyTokens: set.AI_DAILY_TOKENS,
    },
    aiSilence: set.AI_SILENCE_SECONDS * 1000,
    userBaseUrls: userBaseUrls(set.OPENAI_USER_BASE_URLS),
    platforms,
    google,
    demo: demoSettings(set, sandboxed),
    sandbox: {
      enabled: sandboxed || google?.sandbox === true || Object.values(platforms).some((platform) => platform.sandbox),
      port: sandboxPort,
      isPortFixed: set.SANDBOX_PORT !== undefined,
      url: sandboxUrl,
      publicUrl: sandboxPublicUrl,
      isUnkind: set.SANDBOX_UNKIND === 'on',
    },
    webDist: join(ROOT, 'web/dist'),
    painterAssets: join(ROOT, 'shared/generated/painter'),
    logLevel: set.LOG_LEVEL,
  }
}

type Variables = z.infer<typeof variables>

function demoSettings(set: Variables, sandboxed: boolean): Config['demo'] {
  const isOffered = set.DEMO === 'on' || (set.DEMO === 'auto' && sandboxed)
  return { isOffered, max: set.DEMO_MAX, dailyTokens: sandboxed ? Number.MAX_SAFE_INTEGER : set.DEMO_DAILY_TOKENS }
}

/** Of the environment what is known and set: a blank value counts as none. */
function readVariables(env: Record<string, string | undefined>): Variables {
  const trimmed = Object.entries(env).map(([name, value = '']): [string, string] => [name, value.trim()])
  const given = Object.fromEntries(trimmed.filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) throw new ConfigError(firstProblem(parsed.error, given))
  if (parsed.data.SANDBOX_PORT === parsed.data.PORT)
    throw new ConfigError('SANDBOX_PORT and PORT are the same: each needs one of its own. See .env.example.')
  return parsed.data
}

/** A key and its secret, which are of no use without each other. */
function pair(
  set: Variables,
  key: Extract<keyof Variables, `${string}_${'KEY' | 'ID'}`>,
  secret: Extract<keyof Variables, `${string}_SECRET`>,
): ClientKeys | null {
  const [keyValue, secretValue] = [set[key], set[secret]]
  if (keyValue === undefined && secretValue === undefined) return null
  if (keyValue === undefined || secretValue === undefined) {
    const [given, absent] = keyValue === undefined ? [secret, key] : [key, secret]
    throw new ConfigError(`${given} is set and ${absent} is not: the one is of no use without the other. See .env.example.`)
  }
  return { key: keyValue, secret: secretValue }
}

function userBaseUrls(given: string[]): 'any' | string[] {
  if (given.includes('any')) return 'any'
  const isAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
  const wrong = given.find((url) => url !== 'none' && !isAddress(url))
  if (wrong !== undefined)
    throw new ConfigError('OPENAI_USER_BASE_URLS has to be any, none, or addresses such as https://api.openai.com/v1. See .env.example.')
  return given.filter((url) => url !== 'none').map((url) => url.replace(/\/+$/, ''))
}

/** What is never shown when it is refused: it is a secret, or may hold one in its user part. */
const SECRET = /KEY|SECRET|^DATABASE_URL$|^STORAGE_URL$/

function firstProblem(error: z.ZodError, given: Record<string, string | undefined>): string {
  const issue = error.issues[0]
  const name = String(issue?.path[0] ?? 'A setting')
  const value = given[name] ?? ''
  const shown = SECRET.test(name) || value.includes('@') ? 'the value given' : `"${value}"`
  return `${name} cannot be ${shown}: ${issue?.message ?? 'it is not valid'}. See .env.example.`
}
