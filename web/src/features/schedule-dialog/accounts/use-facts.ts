import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { useEffect, useRef, useState } from 'react'
import { PLATFORM_FORMS } from '../platforms/registry.ts'

interface Asked {
  state: 'asking' | 'ready' | 'failed'
  /** Null until the platform has answered. */
  data: unknown
  error: unknown
}

/** What the platform says of an account at the moment. */
export interface AccountFacts extends Asked {
  retry(): void
}

const ASKING: Asked = { state: 'asking', data: null, error: null }

/**
 * Asked anew each time an account is chosen: what may be posted changes from hour to hour, so no answer is kept. By hand, because the
 * queries of many at once would come with the first load of every page.
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
