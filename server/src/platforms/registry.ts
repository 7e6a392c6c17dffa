import { AppError } from '@ninesixteen/shared/errors'
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { createFetch, type Fetch } from '../providers/http.ts'
import type { Tokens } from './account.ts'
import type { DomainProof, OperatorSettings, Platform, PlatformDefinition, PublisherDeps, QueryDeps, ServerFacts } from './platform.ts'
import type { PlatformPreflights } from './preflight.ts'
import type { PlatformPublishers } from './publishing.ts'
import { instagram } from './instagram/instagram.ts'
import { threads } from './threads/threads.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { tumblr } from './tumblr/tumblr.ts'
import type { PlatformWebhook } from './webhook.ts'

/** Every platform the server knows. */
export const PLATFORM_DEFINITIONS = { tiktok, tumblr, instagram, threads } satisfies Record<PlatformId, PlatformDefinition>

type Definitions = typeof PLATFORM_DEFINITIONS

/** Each platform's settings. */
export type PlatformConfig = { [Id in PlatformId]: ReturnType<Definitions[Id]['settings']> }

/** Each platform with its own client of accounts and photos. */
export type KnownPlatforms = {
  [Id in PlatformId]: Platform & {
    accounts: ReturnType<Definitions[Id]['accounts']>
    photos: ReturnType<Definitions[Id]['photos']>
  }
}

/** Each platform's queries and preflight. */
export type PlatformQueries = { [Id in PlatformId]: ReturnType<Definitions[Id]['queries']> } & { preflights: PlatformPreflights }

/** A user waits for these answers; in milliseconds. */
const TIMEOUTS = { answerMs: 10_000, silenceMs: 5_000, wholeMs: 20_000 }

/** Callers cast the result: the compiler can't relate ids to results through the loop. */
function forEachPlatform(make: (definition: PlatformDefinition, id: PlatformId) => unknown): Record<PlatformId, unknown> {
  const definitions: Record<PlatformId, PlatformDefinition> = PLATFORM_DEFINITIONS
  return Object.fromEntries(PLATFORM_IDS.map((id) => [id, make(definitions[id], id)])) as Record<PlatformId, unknown>
}

export function platformConfig(settingsOf: (variables: PlatformDefinition['variables']) => OperatorSettings): PlatformConfig {
  return forEachPlatform((definition) => definition.settings(settingsOf(definition.variables))) as PlatformConfig
}

/** Null when no platform asks for a proof, or the operator set none. */
export function domainProof(variables: OperatorSettings['variables']): DomainProof | null {
  const definitions: PlatformDefinition[] = Object.values(PLATFORM_DEFINITIONS)
  return definitions.map((definition) => definition.domainProof?.(variables) ?? null).find((proof) => proof !== null) ?? null
}

export function createPlatforms(config: PlatformConfig, fetch: Fetch = createFetch(TIMEOUTS)): KnownPlatforms {
  return forEachPlatform((definition, id) => ({
    label: PLATFORMS[id].label,
    settings: config[id],
    accounts: definition.accounts(config[id], { fetch }),
    photos: definition.photos(config[id], { fetch }),
    ...definition.signIn,
  })) as KnownPlatforms
}

export function createPlatformPublishers(config: PlatformConfig, deps: PublisherDeps): PlatformPublishers {
  return forEachPlatform((definition, id) => definition.publisher(config[id], deps)) as PlatformPublishers
}

/** Null for a platform that reports no events. */
export function createPlatformWebhooks(config: PlatformConfig): Record<PlatformId, PlatformWebhook | null> {
  return forEachPlatform((definition, id) => definition.webhook?.(config[id]) ?? null) as Record<PlatformId, PlatformWebhook | null>
}

export function createPlatformQueries(server: { platforms: PlatformConfig; publicUrl: string }, deps: QueryDeps): PlatformQueries {
  const config = server.platforms
  const queries = forEachPlatform((definition, id) =>
    definition.queries(config[id], { ...deps, tokens: tokensFor(deps.tokens, id) }),
  ) as Omit<PlatformQueries, 'preflights'>
  const preflights = forEachPlatform((definition, id) =>
    definition.preflight(config[id], { publicUrl: () => server.publicUrl, queries: queries[id] }),
  ) as PlatformPreflights
  return { ...queries, preflights }
}

/** A query about another platform's account must not send that account's token to this platform. */
function tokensFor(tokens: Tokens, id: PlatformId): Tokens {
  return {
    use: (account, call) =>
      tokens.use(account, async (access) => {
        if (access.account.platform !== id) throw new AppError('NOT_FOUND')
        return call(access)
      }),
  }
}

/** The operator's remaining steps before posts to a platform are published automatically. */
export function platformHints(config: PlatformConfig, id: PlatformId, server: ServerFacts): string[] {
  const definition: PlatformDefinition = PLATFORM_DEFINITIONS[id]
  return definition.hints(config[id], server)
}
