import type { FinishedConnection } from '@ninesixteen/shared/api/accounts'
import { PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import { useEffect, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { meQuery } from '../../app/session.ts'
import { removeAttempts, hasAttempt, takeAttempt } from './stored-attempts.ts'
import { readPendingConnection, setPendingConnection } from './pending-connection.ts'

/** Query parameters of a platform's redirect, and the specification's messages for errors in them. */
export interface CallbackFormat {
  platform: PlatformId
  stateName: string
  proofName: string
  /** The platform redirects without parameters when the user denies access. */
  deniesSilently: boolean
  texts: { denied: string; noProof: string; noState: string; wrongState: string; noSecret: string; unknown: string }
}

export const CALLBACKS = {
  tiktok: {
    platform: 'tiktok',
    stateName: 'state',
    proofName: 'code',
    deniesSilently: false,
    texts: {
      denied: 'TikTok authorization failed: {reason}',
      noProof: 'No authorization code received from TikTok',
      noState: 'Invalid OAuth response - missing state parameter',
      wrongState: 'Invalid OAuth response - state verification failed',
      noSecret: 'Code verifier not found. Please restart the OAuth flow.',
      unknown: 'Authentication failed',
    },
  },
  tumblr: {
    platform: 'tumblr',
    stateName: 'oauth_token',
    proofName: 'oauth_verifier',
    deniesSilently: true,
    texts: {
      denied: 'Tumblr authorization failed: {reason}',
      noProof: 'Missing OAuth parameters in callback URL',
      noState: 'Missing OAuth parameters in callback URL',
      wrongState: 'Request token secret not found. Please restart the OAuth flow.',
      noSecret: 'Request token secret not found. Please restart the OAuth flow.',
      unknown: 'Unknown error occurred',
    },
  },
  instagram: oauthCallback('instagram'),
  threads: oauthCallback('threads'),
} as const satisfies Record<PlatformId, CallbackFormat>

/** A redirect as OAuth 2 describes it. */
function oauthCallback<Id extends PlatformId>(platform: Id): CallbackFormat & { platform: Id } {
  const { label } = PLATFORMS[platform]
  return {
    platform,
    stateName: 'state',
    proofName: 'code',
    deniesSilently: false,
    texts: {
      denied: `${label} didn’t connect the account: {reason}`,
      noProof: `${label} sent no code. Start again from Settings.`,
      noState: `${label} sent an incomplete answer. Start again from Settings.`,
      wrongState: 'This connection was started elsewhere, or too long ago. Start again from Settings.',
      noSecret: 'This connection was started elsewhere, or too long ago. Start again from Settings.',
      unknown: `We couldn’t connect the ${label} account. Start again from Settings.`,
    },
  }
}

/** Characters shown of a platform's reason, which comes from the address and may be forged. */
const REASON_MAX = 200

export type Callback =
  | { step: 'connecting' }
  | { step: 'connected'; account: FinishedConnection }
  /** Connected, and not saved because no user is signed in. */
  | { step: 'waiting'; account: FinishedConnection }
  | { step: 'failed'; message: string; cancelled: boolean }

/**
 * One attempt per page load, however often React renders, because code and state work once. The page removes them from its URL, so that
 * neither the history nor a copied link contains them.
 */
let completion: Promise<Callback> | undefined

/** Completes the authorization that returns to this page, and follows its state. */
export function useReturn(form: CallbackFormat): Callback {
  const [state, setState] = useState<Callback>({ step: 'connecting' })
  useEffect(() => {
    completion ??= finish(form, consumeQuery())
    let isMounted = true
    void completion.then((outcome) => {
      if (isMounted) setState(outcome)
    })
    return () => {
      isMounted = false
    }
  }, [form])
  return state
}

function consumeQuery(): URLSearchParams {
  const query = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  return query
}

const failed = (message: string, cancelled = false): Callback => ({ step: 'failed', message, cancelled })

async function finish(
  { platform, stateName, proofName, deniesSilently, texts }: CallbackFormat,
  query: URLSearchParams,
): Promise<Callback> {
  const error = query.get('error')
  if (error !== null) {
    removeAttempts(platform)
    const reason = (query.get('error_description') || error).slice(0, REASON_MAX)
    return failed(
      texts.denied.replace('{reason}', () => reason),
      error === 'access_denied',
    )
  }
  const [proof, returned] = [query.get(proofName), query.get(stateName)]
  const pending = readPendingConnection()
  // A reload after the page showed this state.
  if (query.size === 0 && pending?.platform === platform) {
    const { username, sealed } = pending
    return { step: 'waiting', account: { username, displayName: username, blogs: null, pending: sealed } }
  }
  // Without a started attempt, a visit without parameters is no denial.
  if (!proof) return failed(texts.noProof, deniesSilently && returned === null && hasAttempt(platform))
  if (!returned) return failed(texts.noState)
  const attempt = takeAttempt(platform, returned)
  if (!attempt) return failed(texts.wrongState)
  if (!attempt.secret) return failed(texts.noSecret)
  try {
    await queryClient.fetchQuery(meQuery)
    const account = await api.accounts.finish({ platform, state: returned, secret: attempt.secret, proof })
    if (account.pending !== null) {
      setPendingConnection({ platform, username: account.username, sealed: account.pending, wanted: false })
      return { step: 'waiting', account }
    }
    await queryClient.invalidateQueries({ queryKey: orpc.accounts.key() })
    return { step: 'connected', account }
  } catch (thrown) {
    return failed(toApiError(thrown).message || texts.unknown)
  }
}
