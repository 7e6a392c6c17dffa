import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { useEffect, useRef, useState } from 'react'
import { PLATFORM_FORMS } from '../platforms/registry.ts'

interface FactsState {
  state: 'loading' | 'ready' | 'failed'
  /** Null until the platform responds. */
  data: unknown
  error: unknown
}

/** The platform's current facts about an account. */
export interface AccountFacts extends FactsState {
  retry(): void
}

const LOADING: FactsState = { state: 'loading', data: null, error: null }

/**
 * Loads the facts each time an account is selected, without a cache, because limits change hourly. Avoids `useQueries`, which would add to
 * the first load of every page.
 */
export function useFacts(accounts: readonly ConnectedAccount[]): AccountFacts[] {
  const [states, setStates] = useState<ReadonlyMap<string, FactsState>>(new Map())
  const requestedIds = useRef(new Set<string>())
  const load = (account: ConnectedAccount): void => {
    const { id, platform } = account
    const setState = (state: FactsState): void => setStates((previous) => new Map(previous).set(id, state))
    setState(LOADING)
    PLATFORM_FORMS[platform].facts.load(id).then(
      (data) => setState({ state: 'ready', data, error: null }),
      (error: unknown) => setState({ state: 'failed', data: null, error }),
    )
  }
  useEffect(() => {
    const ids = new Set(accounts.map(({ id }) => id))
    for (const id of requestedIds.current) if (!ids.has(id)) requestedIds.current.delete(id)
    for (const account of accounts) {
      if (requestedIds.current.has(account.id)) continue
      requestedIds.current.add(account.id)
      load(account)
    }
  })
  return accounts.map((account) => ({ ...(states.get(account.id) ?? LOADING), retry: () => load(account) }))
}
