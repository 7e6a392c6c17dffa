import { AppError } from '@ninesixteen/shared/errors'
import type { AccountProvider, AccountRef, PlatformSettings } from '../../platforms/account.ts'
import { definePlatform, type OperatorSettings } from '../../platforms/platform.ts'
import { postingFetches } from '../../platforms/posting-fetches.ts'
import { ACCOUNTS_HREF, postingOutcome, type AnswerTable } from '../../platforms/posting-outcome.ts'
import type { PlatformPreflight } from '../../platforms/preflight.ts'
import type { PlatformPublisher, StartOutcome } from '../../platforms/publishing.ts'
import { startOutcome } from '../../platforms/start-outcome.ts'
import { cachedByAccount } from '../../platforms/ttl-cache.ts'
import { createLanternAccounts, createLanternPosting, type LanternPosting } from './api.ts'
import { lanternFacts, type LanternOptions } from './options.ts'

interface LanternQueries {
  series(account: AccountRef, signal?: AbortSignal): Promise<string[]>
}

type LanternCredential = 'lantern.client_id' | 'lantern.client_secret'

export const lantern = definePlatform<PlatformSettings, AccountProvider, null, LanternQueries, LanternOptions, LanternCredential>({
  variables: { key: 'LANTERN_CLIENT_ID', secret: 'LANTERN_CLIENT_SECRET' },
  settings: lanternSettings,
  signIn: {
    callbackPath: '/lantern_callback',
    signedOutToo: false,
    credentials: { key: 'lantern.client_id', secret: 'lantern.client_secret' },
    errors: {
      secretMissing: 'OAUTH_VERIFIER_MISSING',
      exchange: 'OAUTH_EXCHANGE_FAILED',
      refresh: 'OAUTH_REFRESH_FAILED',
      identity: 'OAUTH_USER_INFO_FAILED',
    },
    shownExpirySeconds: null,
  },
  accounts: createLanternAccounts,
  photos: () => null,
  queries: (settings, { tokens }) => {
    const posting = createLanternPosting(settings, postingFetches(settings.sandbox))
    return {
      series: (account, signal) => tokens.use(account, ({ tokens: { access } }) => posting.series(access, signal && { signal })),
    }
  },
  preflight: (_settings, { queries }) => lanternPreflight(cachedByAccount(lanternFacts.label, queries.series)),
  publisher: (settings, { limits }) => lanternPublisher(createLanternPosting(settings, postingFetches(settings.sandbox, limits))),
  hints: ({ sandbox }, { publicUrl }) =>
    sandbox || publicUrl.startsWith('https://') ? [] : ['Lantern accepts only https callback URLs. Set PUBLIC_URL to an https address.'],
  demoOptions: () => ({ platform: 'lantern', series: 'Slow mornings' }),
})

function lanternSettings({ client, sandbox }: OperatorSettings): PlatformSettings {
  if (!sandbox) {
    const imageHosts = { hosts: ['images.lantern.example'], trusted: [] }
    return { client, authorizeUrl: 'https://lantern.example', apiUrl: 'https://api.lantern.example', imageHosts, sandbox: false }
  }
  return {
    client: { key: 'lantern-sandbox', secret: 'lantern-sandbox-secret' },
    authorizeUrl: `${sandbox.browserUrl}/lantern`,
    apiUrl: `${sandbox.url}/lantern`,
    imageHosts: { hosts: [], trusted: [`${sandbox.url}/lantern/avatars/`] },
    sandbox: true,
  }
}

function lanternPreflight(series: (account: AccountRef, signal: AbortSignal) => Promise<string[]>): PlatformPreflight<LanternOptions> {
  return {
    lacks: (option) => (option === 'series' ? 'Choose a series with a name of at most 100 characters' : null),
    isByHand: () => false,
    async check({ account: { ref, username }, options }, signal) {
      if (options.series === null) return []
      const known = await series(ref, signal).catch((error: unknown) => {
        // An unreachable platform is no reason to stop a post; an account that has to be reconnected is.
        if (error instanceof AppError && error.code !== 'ACCOUNT_RECONNECT') return null
        throw error
      })
      if (known === null || known.includes(options.series)) return []
      const message = `@${username} no longer has the series “${options.series}”. Choose another one.`
      return [{ code: 'series-gone', severity: 'stop', message, fix: 'Choose another series', fixHref: null }]
    },
  }
}

/** Lantern's documented errors: what each means and what the user can do. Any other one leaves the outcome unknown. */
const ANSWERS: AnswerTable = {
  too_long: { kind: 'refused', text: 'Lantern allows captions of 300 characters. Shorten it, then schedule the post again.' },
  day_limit: { kind: 'refused', code: 'day-limit', text: 'Lantern accepts no more posts from @{name} today. Reschedule it for tomorrow.' },
  draft_gone: { kind: 'refused', text: 'The draft of this post was deleted on Lantern. Schedule it again if you still want it.' },
  missing_scope: {
    kind: 'refused',
    code: 'scope',
    text: '@{name} is connected without permission to post. Reconnect the account and allow posting.',
    fixHref: ACCOUNTS_HREF,
  },
}

/** How long Lantern may still create a draft after its response was lost. */
const APPEARS_WITHIN_SECONDS = 60

/** Creates a draft under the attempt's marker, then publishes it by its id, which may be repeated. */
function lanternPublisher(posting: LanternPosting): PlatformPublisher<LanternOptions> {
  return {
    label: lanternFacts.label,
    startsPerMinute: null,
    pulls: () => false,
    async start({ tokens, account }, order) {
      const images = await Promise.all(order.files.map((file) => order.read(file)))
      // Last, because this process may have lost the lease while it read.
      order.mayAct()
      try {
        const draft = { marker: order.marker, text: order.caption, series: order.options.series, images, signal: order.signal }
        return { kind: 'accepted', remoteId: (await posting.createDraft(tokens.access, draft)).id }
      } catch (thrown) {
        return outcomeOf(thrown, account.username)
      }
    },
    async lookUp({ tokens }, { marker, signal }, { secondsAgo }) {
      const found = await posting.find(tokens.access, { marker, signal })
      if (found) return { kind: 'found', remoteId: found.id }
      // A draft that appears even later stays invisible.
      return { kind: secondsAgo < APPEARS_WITHIN_SECONDS ? 'unclear' : 'absent' }
    },
    async advance({ tokens, account }, order) {
      order.mayAct()
      try {
        return { kind: 'done', url: (await posting.publish(tokens.access, { id: order.remoteId, signal: order.signal })).url }
      } catch (thrown) {
        const outcome = outcomeOf(thrown, account.username)
        // The worker calls again later after any other error.
        if (outcome.kind !== 'refused') throw thrown
        return { kind: 'failed', problem: outcome.problem, retryReason: null }
      }
    },
  }
}

function outcomeOf(thrown: unknown, username: string): StartOutcome {
  const outcome = postingOutcome(thrown, { table: ANSWERS, keysOf: ({ code }) => [code], name: username })
  return startOutcome(thrown, outcome, { label: 'Lantern', limited: 'requests' })
}
