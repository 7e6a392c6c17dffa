import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { CredentialName } from '@ninesixteen/shared/api/credentials'
import type { AccountRef, ClientKeys, PlatformSettings } from '../account.ts'
import { definePlatform, type ServerFacts } from '../platform.ts'
import { postingFetches } from '../posting-fetches.ts'
import { isPublicUrl } from '../requirements.ts'
import { cachedByAccount } from '../ttl-cache.ts'
import { createMetaAccounts, type MetaAccounts } from './accounts.ts'
import type { MetaNetwork, MetaOptions, MetaSettings } from './network.ts'
import { createMetaPosting, type AccountFacts, type MetaPosting } from './posting/client.ts'
import { createMetaWords } from './posting/words.ts'
import { createMetaPreflight } from './preflight.ts'
import { createMetaPublisher } from './publisher.ts'
import { metaSettings } from './settings.ts'

/** The operator's remaining steps before posts are published automatically. */
function metaHints(id: PlatformId, { sandbox }: Pick<PlatformSettings, 'sandbox'>, { publicUrl }: ServerFacts): string[] {
  if (sandbox || isPublicUrl(publicUrl)) return []
  return [
    `${PLATFORMS[id].label} fetches pictures and videos from this server, and ${publicUrl} cannot be reached from outside. Schedule them to be posted by hand, or have the operator of this server set PUBLIC_URL to a public https address.`,
  ]
}

interface MetaQueries {
  facts(account: AccountRef, signal?: AbortSignal): Promise<AccountFacts>
}

interface NetworkDefinition<Options extends MetaOptions> {
  network: MetaNetwork<Options>
  variables: { key: string; secret: string }
  credentials: { key: CredentialName; secret: CredentialName }
  callbackPath: string
  /** The application that the sandbox knows. */
  sandboxClient: ClientKeys
}

/** The whole platform, given what distinguishes the network. */
export function defineNetwork<Options extends MetaOptions>({
  network,
  variables,
  credentials,
  callbackPath,
  sandboxClient,
}: NetworkDefinition<Options>) {
  const { id } = network
  const postingOf = (settings: MetaSettings, limits = {}): MetaPosting =>
    createMetaPosting(network, settings, postingFetches(settings.sandbox, limits))

  return definePlatform<MetaSettings, MetaAccounts, null, MetaQueries, Options>({
    variables,
    settings: (operator) => metaSettings(network, sandboxClient, operator),
    signIn: {
      callbackPath,
      signedOutToo: false,
      credentials,
      errors: {
        secretMissing: 'OAUTH_VERIFIER_MISSING',
        exchange: 'OAUTH_EXCHANGE_FAILED',
        refresh: 'OAUTH_REFRESH_FAILED',
        identity: 'OAUTH_USER_INFO_FAILED',
      },
      shownExpirySeconds: null,
      renewWeekly: true,
    },
    accounts: (settings, deps) => createMetaAccounts(network, settings, deps),
    photos: () => null,
    queries(settings, { tokens }) {
      const posting = postingOf(settings)
      return {
        facts: (ref, signal) =>
          tokens.use(ref, ({ account, tokens: { access } }) =>
            posting.facts({ token: access, accountId: account.accountId }, signal && { signal }),
          ),
      }
    },
    preflight: ({ sandbox }, { publicUrl, queries }) =>
      createMetaPreflight({ network, sandbox, publicUrl, facts: cachedByAccount(PLATFORMS[id].label, queries.facts) }),
    publisher: (settings, { limits }) =>
      createMetaPublisher({ network, posting: postingOf(settings, limits), words: createMetaWords(network) }),
    hints: (settings, server) => metaHints(id, settings, server),
    demoOptions: () => network.demoOptions,
  })
}
