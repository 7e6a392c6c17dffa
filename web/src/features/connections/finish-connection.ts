import type { FinishedConnection } from '@ninesixteen/shared/api/accounts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useEffect, useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { meQuery } from '../../app/session.ts'
import { forgetAttempts, hasAttempt, takeAttempt } from './stored-attempts.ts'
import { readPendingConnection, setPendingConnection } from './pending-connection.ts'

/** Under which names a platform brings things back, and what is said when they do not fit. */
export interface CallbackForm {
  platform: PlatformId
  stateName: string
  proofName: string
  /** Whether a no comes back without a word. */
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
} as const satisfies Record<PlatformId, CallbackForm>

/** Longest reason of a platform that is repeated, in characters: it stands in the address, where anybody can write it. */
const REASON_MAX = 200

export type Callback =
  | { step: 'connecting' }
  | { step: 'connected'; account: FinishedConnection }
  /** Connected, and not saved: nobody is signed in. */
  | { step: 'waiting'; account: FinishedConnection }
  | { step: 'failed'; words: string; cancelled: boolean }

/**
 * Once for the whole life of the page, however often React draws it: code and state work once. They are taken out of the
 * address at once: neither the history nor a copied link is to hold them.
 */
let finishing: Promise<Callback> | undefined

/** What becomes of the authorisation that ends on this page. */
export function useReturn(form: CallbackForm): Callback {
  const [state, setState] = useState<Callback>({ step: 'connecting' })
  useEffect(() => {
    finishing ??= finish(form, takeQuery())
    let isHere = true
    void finishing.then((reached) => {
      if (isHere) setState(reached)
    })
    return () => {
      isHere = false
    }
  }, [form])
  return state
}

function takeQuery(): URLSearchParams {
  const query = new URLSearchParams(location.search)
  history.replaceState(history.state, '', location.pathname)
  return query
}

const failed = (words: string, cancelled = false): Callback => ({ step: 'failed', words, cancelled })

async function finish({ platform, stateName, proofName, deniesSilently, texts }: CallbackForm, query: URLSearchParams): Promise<Callback> {
  const error = query.get('error')
  if (error !== null) {
    forgetAttempts(platform)
    const reason = (query.get('error_description') || error).slice(0, REASON_MAX)
    return failed(
      texts.denied.replace('{reason}', () => reason),
      error === 'access_denied',
    )
  }
  const [proof, returned] = [query.get(proofName), query.get(stateName)]
  const waiting = readPendingConnection()
  // The page was loaded again after it had said so.
  if (query.size === 0 && waiting?.platform === platform) {
    const { username, sealed } = waiting
    return { step: 'waiting', account: { username, displayName: username, blogs: null, pending: sealed } }
  }
  // A bare visit of the page is nobody's no.
  if (!proof) return failed(texts.noProof, deniesSilently && returned === null && hasAttempt(platform))
  if (!returned) return failed(texts.noState)
  const kept = takeAttempt(platform, returned)
  if (!kept) return failed(texts.wrongState)
  if (!kept.secret) return failed(texts.noSecret)
  try {
    await queryClient.fetchQuery(meQuery)
    const account = await api.accounts.finish({ platform, state: returned, secret: kept.secret, proof })
    if (account.pending !== null) {
      setPendingConnection({ platform, username: account.username, sealed: account.pending, wanted: false })
      return { step: 'waiting', account }
    }
    await queryClient.invalidateQueries({ queryKey: orpc.accounts.key() })
    return { step: 'connected', account }
  } catch (cause) {
    return failed(toApiError(cause).message || texts.unknown)
  }
}
