import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { useEffect, useRef, useState } from 'react'
import { PLATFORM_FORMS } from '../platforms/registry.ts'

interface Asked {
  state: 'asking' | 'ready' | 'failed'
  /** Null until the platform responds. */
  data: unknown
  error: unknown
}

/** The platform's current facts about an account. */
export interface AccountFacts extends Asked {
  retry(): void
}

const ASKING: Asked = { state: 'asking', data: null, error: null }

/**
 * Loads the facts each time an account is selected, without a cache, because limits change hourly. Avoids `useQueries`, which would add to
 * the first load of every page.
 */
export function useFacts(accounts: readonly ConnectedAccount[]): AccountFacts[] {
  const [answers, setAnswers] = useState<ReadonlyMap<string, Asked>>(new Map())
  const asked = useRef(new Set<string>())
  const ask = (account: ConnectedAccount): void => {
    const { id, platform } = account
    const keep = (answer: Asked): void => setAnswers((before) => new Map(before).set(id, answer))
    keep(ASKING)
    PLATFORM_FORMS[platform].facts.ask(id).then(
      (data) => keep({ state: 'ready', data, error: null }),
      (error: unknown) => keep({ state: 'failed', data: null, error }),
    )
  }
  useEffect(() => {
    const ids = new Set(accounts.map(({ id }) => id))
    for (const id of asked.current) if (!ids.has(id)) asked.current.delete(id)
    for (const account of accounts) {
      if (asked.current.has(account.id)) continue
      asked.current.add(account.id)
      ask(account)
    }
  })
  return accounts.map((account) => ({ ...(answers.get(account.id) ?? ASKING), retry: () => ask(account) }))
}
