import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Provider } from '@ninesixteen/shared/api/operator'
import { STOCK_SERVICE_IDS } from '@ninesixteen/shared/stock/stock-services'
import { PLATFORM_IDS } from '@ninesixteen/shared/platforms'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { providerCalls } from '../db/schema-operator.ts'
import { CALL_OUTCOMES, type CallOutcome } from '../providers/call-outcomes.ts'

/** Write interval, in milliseconds: outcomes are batched, so that requests cost no query. */
const WRITE_MS = 15_000

export type ProviderSettings = Pick<Config, 'ai' | 'images' | 'stock' | 'platforms' | 'google' | 'billing'>

type Addresses = readonly (readonly [prefix: string, provider: Provider])[]

/** The providers' addresses. A user's own server isn't one of them. */
function addressesOf({ ai, images, stock, platforms, google, billing }: ProviderSettings): Addresses {
  const providers: [string, Provider][] = [[ai.baseUrl, 'ai']]
  // First, as the AI may have the same base URL.
  if (images) providers.unshift([`${images.baseUrl}/images`, 'images'])
  for (const id of STOCK_SERVICE_IDS) providers.push([stock[id].apiUrl, id])
  for (const platform of PLATFORM_IDS) for (const url of urlsOf(platforms[platform])) providers.push([url, platform])
  if (google) for (const url of urlsOf(google)) providers.push([url, 'google-drive'])
  if (billing) providers.push([billing.apiUrl, 'stripe'])
  return providers
}

/** The provider of a URL; undefined for any other server. */
export function providerOf(config: ProviderSettings): (url: string) => Provider | undefined {
  const addresses = addressesOf(config)
  return (url) => addresses.find(([prefix]) => url === prefix || url.startsWith(`${prefix}/`))?.[1]
}

/** URL settings, by their names. */
function urlsOf(settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]) => (name.endsWith('Url') && typeof value === 'string' ? [value] : []))
}

interface Seen {
  succeeded: boolean
  failure: string | null
}

export interface ProviderCalls {
  /** Writes the outcomes since the last call. */
  write(): Promise<void>
  stop(): Promise<void>
}

/** Records when each provider last succeeded and last failed. */
export function countProviderRequests(
  { config, db, log }: { config: ProviderSettings; db: Db; log: Pick<Logger, 'warn'> },
  writeMs = WRITE_MS,
): ProviderCalls {
  const providerAt = providerOf(config)
  const seen = new Map<Provider, Seen>()
  const stopping = new AbortController()
  let writing: Promise<void> | null = null

  function onOutcome(message: unknown): void {
    const { url, failure } = message as CallOutcome
    const provider = providerAt(url)
    if (provider === undefined) return
    const previous = seen.get(provider)
    seen.set(provider, { succeeded: failure === null || previous?.succeeded === true, failure: failure ?? previous?.failure ?? null })
    writing ??= scheduleFlush()
  }

  async function scheduleFlush(): Promise<void> {
    // Shutdown aborts the wait.
    await wait(writeMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    writing = null
    await write().catch((error: unknown) => log.warn({ err: error }, 'Provider outcomes not stored'))
  }

  async function write(): Promise<void> {
    const rows = [...seen].map(([provider, { succeeded, failure }]) => ({
      provider,
      succeededAt: succeeded ? sql`now()` : null,
      failedAt: failure === null ? null : sql`now()`,
      failure,
    }))
    seen.clear()
    if (rows.length === 0) return
    const newOrStored = (column: 'succeeded_at' | 'failed_at' | 'failure') =>
      sql.raw(`coalesce(excluded.${column}, provider_calls.${column})`)
    await db.asSystem((tx) =>
      tx
        .insert(providerCalls)
        .values(rows)
        .onConflictDoUpdate({
          target: providerCalls.provider,
          set: { succeededAt: newOrStored('succeeded_at'), failedAt: newOrStored('failed_at'), failure: newOrStored('failure') },
        }),
    )
  }

  CALL_OUTCOMES.subscribe(onOutcome)
  return {
    write,
    async stop() {
      CALL_OUTCOMES.unsubscribe(onOutcome)
      stopping.abort()
      await writing
    },
  }
}
