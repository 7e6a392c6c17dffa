import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import type { SignUp } from '@ninesixteen/shared/api/account'
import type { TrustedProxies } from './client-address.ts'
import { ConfigError } from '../config-error.ts'
import { databaseSettings, type DatabaseSettings } from './database.ts'
import { readValueFiles } from './values-from-files.ts'
import { storageSettings, type StorageSettings } from './storage.ts'
import { readSettings, type SettingValues } from './read-settings.ts'
import type { LogFormat } from '../telemetry/log.ts'
import { mailSettings, type MailSettings } from './mail-settings.ts'
import { metricsSettings, type MetricsSettings } from '../telemetry/metrics/metrics-settings.ts'
import type { LocalAiPorts } from '../providers/local-ai/find-servers.ts'
import type { AiTimeouts } from '../providers/openai/chat.ts'
import { realGoogle, sandboxGoogle, type GoogleSettings } from '../providers/google/settings.ts'
import type { ClientKeys } from '../platforms/account.ts'
import type { DomainProof } from '../platforms/platform.ts'
import { domainProof, platformConfig, type PlatformConfig } from '../platforms/registry.ts'
import { realStripe, sandboxStripe, type StripeSettings } from '../providers/stripe/settings.ts'
import type { StockConfig } from '../providers/stock/settings.ts'
import type { ImageDefaults, ImagesConfig } from './images.ts'
import { localAiPorts, userBaseUrls } from './ai-servers.ts'
import { sandboxSettings, type SandboxSettings } from './sandbox.ts'
import { photoSettings } from './photos.ts'
import { otherSecretKeys, secretKey, type Secrets } from './secret-key.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const OPENAI_BASE_URL = 'https://api.openai.com/v1'

/** The operators' email addresses, or `first`: the first account of a fresh instance. */
export type Operators = 'first' | string[]

export interface Config extends DatabaseSettings, StorageSettings, Secrets {
  port: number
  /** Absolute path. */
  dataDir: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Additional host names, in lower case and without ports. */
  allowedHosts: string[]
  /** Emails of the operators in lower case, or the first account of a fresh instance. */
  operators: Operators
  /** Who can sign up, unless an operator changed it. */
  signUp: SignUp
  passwordMin: number
  /** Which entries of X-Forwarded-For to trust. */
  trustProxy: TrustedProxies
  ai: {
    baseUrl: string
    apiKey: string | null
    model: string
    ideaModel: string
    allowedModels: string[]
    /** Whether the local sandbox imitates it. */
    sandbox: boolean
    dailyTokens: number
  }
  aiTimeouts: AiTimeouts
  /** Where servers of AI models may run on this machine. */
  localAiPorts: LocalAiPorts
  /** Base URLs that users may combine with their own AI key: `any` public https address, or a possibly empty list. */
  userBaseUrls: 'any' | string[]
  /** Platform settings; `client` is null without keys and without the sandbox. */
  platforms: PlatformConfig
  /** Services with free photos. */
  stock: StockConfig
  /** Null without an images API: no AI photos. */
  images: ImagesConfig | null
  /** Settings for users' own images APIs. */
  imageDefaults: ImageDefaults
  /** Null without keys and without the sandbox: no export to Drive. */
  google: GoogleSettings | null
  /** The seller of the Pro plan; null if every user has it. */
  billing: StripeSettings | null
  /** Temporary accounts for visitors. */
  demo: {
    isOffered: boolean
    /** Maximum number at a time. */
    max: number
    /** AI tokens of all of them together per day. */
    dailyTokens: number
  }
  /** Generation for anonymous visitors. */
  trial: {
    isOffered: boolean
    /** AI tokens of all of them together per day. */
    dailyTokens: number
  }
  /** Whether users' webhooks may call addresses that are not on the public internet. */
  webhooks: { allowPrivate: boolean }
  /** Without a mail server, mails become files in the data folder. */
  mail: MailSettings
  /** Whether new accounts and changed addresses are confirmed by mail. */
  confirmEmail: boolean
  /** Unless the port is fixed, the start uses the first free one from `port` on. */
  sandbox: SandboxSettings
  publishing: {
    /** Whether this process serves requests, and whether it publishes. */
    serves: boolean
    publishes: boolean
    /** How long a process keeps serving after a stop signal, so that load balancers can remove it. */
    drainSeconds: number
    graceHours: number
    /** The verification file that proves to a platform that the operator owns this host, or null. */
    domainProof: DomainProof | null
  }
  /** Contact addresses of the operator; null if not set. */
  contact: { support: string | null; privacy: string | null; legal: string | null }
  /** Profiles that the footer links to. */
  social: { x: string | null; tiktok: string | null; instagram: string | null; youtube: string | null }
  /** Folder of the built page. */
  webDist: string
  /** Folder of assets that pages of the previous build may still request. */
  webEarlier: string
  /** Folder of the painter's fonts and emoji. */
  painterAssets: string
  /** Null if metrics are disabled. */
  metrics: MetricsSettings | null
  /** Base URL of the OpenTelemetry collector, without a trailing slash; null if tracing is disabled. */
  tracesUrl: string | null
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  logFormat: LogFormat
}

export type Environment = Record<string, string | undefined>

/**
 * The settings of this process: from the environment, then from the file .env in the repository's folder, each also by NAME_FILE.
 * `complete` may change them before they are parsed.
 */
export function readConfig(complete: (env: Environment) => Environment = (env) => env): Config {
  const file = join(ROOT, '.env')
  if (existsSync(file)) loadEnvFile(file)
  return loadConfig(complete(readValueFiles(process.env)))
}

/** Parses the settings; throws a ConfigError with one clear sentence. */
export function loadConfig(env: Environment): Config {
  const set = readSettings(env)
  const dataDir = resolve(set.DATA_DIR)
  const sandboxPort = set.SANDBOX_PORT ?? (set.PORT > 65435 ? set.PORT - 100 : set.PORT + 100)
  const isImitated = (hasKeys: boolean) => set.SANDBOX === 'on' || (set.SANDBOX === 'auto' && !hasKeys)
  const sandboxed = isImitated(Boolean(set.OPENAI_API_KEY ?? set.OPENAI_BASE_URL))
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
  const sandboxPublicUrl = (set.SANDBOX_PUBLIC_URL ?? sandboxUrl).replace(/\/+$/, '')
  const client = pair(set, 'GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
  const google = isImitated(client !== null) ? sandboxGoogle(sandboxUrl, sandboxPublicUrl) : client && realGoogle(client.key, client.secret)
  const platforms = platformSettings(set, { isImitated, url: sandboxUrl, browserUrl: sandboxPublicUrl })
  const billing = billingSettings(set, { isTrial: sandboxed, url: sandboxUrl })
  const openverse = pair(set, 'OPENVERSE_CLIENT_ID', 'OPENVERSE_CLIENT_SECRET')
  const photos = photoSettings(set, { client: openverse, isTrial: sandboxed, url: sandboxUrl })
  const ideaModel = set.OPENAI_IDEAS_MODEL ?? set.OPENAI_MODEL
  return {
    port: set.PORT,
    dataDir,
    publicUrl: (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, ''),
    allowedHosts: set.ALLOWED_HOSTS,
    ...databaseSettings(set),
    ...storageSettings(set),
    ...secretsOf(set, dataDir),
    operators: set.OPERATORS ?? 'first',
    signUp: set.SIGN_UP,
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
    aiTimeouts: aiTimeoutsOf(set),
    localAiPorts: localAiPorts(set.LOCAL_AI_PORTS),
    userBaseUrls: userBaseUrls(set.OPENAI_USER_BASE_URLS),
    platforms,
    ...photos,
    google,
    billing,
    demo: demoSettings(set, sandboxed),
    trial: trialSettings(set, sandboxed),
    webhooks: { allowPrivate: set.WEBHOOKS_ALLOW_PRIVATE === 'on' },
    mail: mailSettings(set.SMTP_URL, set.MAIL_FROM),
    confirmEmail: set.CONFIRM_EMAIL === 'on' || (set.CONFIRM_EMAIL === 'auto' && set.SMTP_URL !== undefined),
    sandbox: sandboxSettings(set, {
      port: sandboxPort,
      providers: [{ sandbox: sandboxed }, google, billing, ...Object.values(platforms), ...Object.values(photos.stock), photos.images],
    }),
    publishing: publishingSettings(set),
    ...addresses(set),
    webDist: join(ROOT, 'web/dist'),
    webEarlier: join(ROOT, '.cache/earlier-page'),
    painterAssets: join(ROOT, 'shared/generated/painter'),
    ...watching(set),
  }
}

function secretsOf(set: SettingValues, dataDir: string): Secrets {
  const inFront = secretKey(set.SECRET_KEY, dataDir)
  return { secretKey: inFront, olderSecretKeys: otherSecretKeys(set.SECRET_KEY_OLD, inFront) }
}

interface Imitation {
  isImitated(hasKeys: boolean): boolean
  /** The sandbox's URL for this server, and its URL for browsers. */
  url: string
  browserUrl: string
}

function aiTimeoutsOf(set: SettingValues): AiTimeouts {
  return { firstWord: set.AI_FIRST_WORD_SECONDS * 1000, silence: set.AI_SILENCE_SECONDS * 1000, whole: set.AI_ANSWER_SECONDS * 1000 }
}

function platformSettings(set: SettingValues, { isImitated, url, browserUrl }: Imitation): PlatformConfig {
  return platformConfig(({ key, secret }) => {
    const client = pair(set, key as PairKey, secret as PairSecret)
    return { client, sandbox: isImitated(client !== null) ? { url, browserUrl } : null, variables: { ...set } }
  })
}

function demoSettings(set: SettingValues, sandboxed: boolean): Config['demo'] {
  const isOffered = set.DEMO === 'on' || (set.DEMO === 'auto' && sandboxed)
  return { isOffered, max: set.DEMO_MAX, dailyTokens: sandboxed ? Number.MAX_SAFE_INTEGER : set.DEMO_DAILY_TOKENS }
}

/**
 * With an AI key the instance is in real use, where a paywall that only accepts the sandbox's money would block users: billing then
 * requires Stripe's keys, or an explicit sandbox.
 */
function billingSettings(set: SettingValues, { isTrial, url }: { isTrial: boolean; url: string }): StripeSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE } = set
  const settings = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE }
  const absent = Object.entries(settings).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (absent.length > 0 && absent.length < 3)
    throw new ConfigError(
      `Incomplete Stripe settings: ${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} not set. See .env.example.`,
    )
  if (set.BILLING === 'off') return null
  if (set.SANDBOX !== 'on' && STRIPE_SECRET_KEY !== undefined && STRIPE_WEBHOOK_SECRET !== undefined && STRIPE_PRICE !== undefined)
    return realStripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, price: STRIPE_PRICE })
  return isTrial ? sandboxStripe(url) : null
}

function trialSettings(set: SettingValues, sandboxed: boolean): Config['trial'] {
  const isOffered = set.TRY === 'on' || (set.TRY === 'auto' && sandboxed)
  return { isOffered, dailyTokens: sandboxed ? Number.MAX_SAFE_INTEGER : set.TRY_DAILY_TOKENS }
}

type PairKey = Extract<keyof SettingValues, `${string}_${'KEY' | 'ID'}`>
type PairSecret = Extract<keyof SettingValues, `${string}_SECRET`>

/** A key and its secret, which require each other. */
function pair(set: SettingValues, key: PairKey, secret: PairSecret): ClientKeys | null {
  const [keyValue, secretValue] = [set[key], set[secret]]
  if (keyValue === undefined && secretValue === undefined) return null
  if (keyValue === undefined || secretValue === undefined) {
    const [present, absent] = keyValue === undefined ? [secret, key] : [key, secret]
    throw new ConfigError(`${present} is set but ${absent} isn't: set both or neither. See .env.example.`)
  }
  return { key: keyValue, secret: secretValue }
}

function publishingSettings(set: SettingValues): Config['publishing'] {
  if (set.ROLE !== 'all' && set.DATABASE_URL === undefined)
    throw new ConfigError('ROLE needs DATABASE_URL, because the processes share a database. See .env.example.')
  return {
    serves: set.ROLE !== 'worker',
    publishes: set.ROLE !== 'web',
    drainSeconds: set.DRAIN_SECONDS,
    graceHours: set.PUBLISH_GRACE_HOURS,
    domainProof: domainProof({ ...set }),
  }
}

/** Observability settings. */
function watching(set: SettingValues): Pick<Config, 'metrics' | 'tracesUrl' | 'logLevel' | 'logFormat'> {
  const tracesUrl = set.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '') ?? null
  return { metrics: metricsSettings(set), tracesUrl, logLevel: set.LOG_LEVEL, logFormat: set.LOG_FORMAT }
}

/** Contact addresses of the operator. The specific ones default to the support address. */
function addresses(set: SettingValues): Pick<Config, 'contact' | 'social'> {
  const support = set.CONTACT_EMAIL ?? null
  return {
    contact: { support, privacy: set.PRIVACY_EMAIL ?? support, legal: set.LEGAL_EMAIL ?? support },
    social: {
      x: set.SOCIAL_X ?? null,
      tiktok: set.SOCIAL_TIKTOK ?? null,
      instagram: set.SOCIAL_INSTAGRAM ?? null,
      youtube: set.SOCIAL_YOUTUBE ?? null,
    },
  }
}
