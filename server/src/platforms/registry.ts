import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { createFetch, type Fetch } from '../providers/http.ts'
import type { OperatorSettings, Platform, PlatformDefinition, PublisherDeps, QueryDeps, ServerFacts } from './platform.ts'
import type { PlatformPreflights } from './preflight.ts'
import type { PlatformPublishers } from './publishing.ts'
import { tiktok } from './tiktok/tiktok.ts'
import { tumblr } from './tumblr/tumblr.ts'

/** Every platform the server knows. */
export const PLATFORM_DEFINITIONS = { tiktok, tumblr } satisfies Record<PlatformId, PlatformDefinition>

type Definitions = typeof PLATFORM_DEFINITIONS

/** What the operator set, for each platform. */
export type PlatformConfig = { [Id in PlatformId]: ReturnType<Definitions[Id]['settings']> }

/** Each platform with its own client of accounts and photos. */
export type KnownPlatforms = {
  [Id in PlatformId]: Platform & {
    accounts: ReturnType<Definitions[Id]['accounts']>
    photos: ReturnType<Definitions[Id]['photos']>
  }
}

/** What the schedule dialog and the checks before a post ask each platform. */
export type PlatformQueries = { [Id in PlatformId]: ReturnType<Definitions[Id]['queries']> } & { preflights: PlatformPreflights }

/** A user waits for these answers; in milliseconds. */
const TIMEOUTS = { answerMs: 10_000, silenceMs: 5_000, wholeMs: 20_000 }

/** `All` names what each definition makes, which the compiler can't follow through the loop. */
function forEachPlatform<All extends Record<PlatformId, unknown>>(make: (definition: PlatformDefinition, id: PlatformId) => unknown): All {
  const definitions: Record<PlatformId, PlatformDefinition> = PLATFORM_DEFINITIONS
  return Object.fromEntries(PLATFORM_IDS.map((id) => [id, make(definitions[id], id)])) as All
}

export function platformConfig(given: (variables: PlatformDefinition['variables']) => OperatorSettings): PlatformConfig {
  return forEachPlatform<PlatformConfig>((definition) => definition.settings(given(definition.variables)))
}

export function createPlatforms(config: PlatformConfig, fetch: Fetch = createFetch(TIMEOUTS)): KnownPlatforms {
  return forEachPlatform<KnownPlatforms>((definition, id) => ({
    label: PLATFORMS[id].label,
    settings: config[id],
    accounts: definition.accounts(config[id], { fetch }),
    photos: definition.photos(config[id], { fetch }),
    ...definition.signIn,
  }))
}

export function createPlatformPublishers(config: PlatformConfig, deps: PublisherDeps): PlatformPublishers {
  return forEachPlatform<PlatformPublishers>((definition, id) => definition.publisher(config[id], deps))
}

export function createPlatformQueries(config: PlatformConfig, deps: QueryDeps & { publicUrl(): string }): PlatformQueries {
  const queries = forEachPlatform<Omit<PlatformQueries, 'preflights'>>((definition, id) => definition.queries(config[id], deps))
  const preflights = forEachPlatform<PlatformPreflights>((definition, id) =>
    definition.preflight(config[id], { publicUrl: deps.publicUrl, queries: queries[id] }),
  )
  return { ...queries, preflights }
}

/** What the operator still has to do before posts to a platform are published automatically, in plain words. */
export function platformHints(config: PlatformConfig, id: PlatformId, server: ServerFacts): string[] {
  const definition: PlatformDefinition = PLATFORM_DEFINITIONS[id]
  return definition.hints(config[id], server)
}
