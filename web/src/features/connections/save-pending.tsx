import { useEffect, useRef } from 'react'
import { useMe } from '../../app/session.ts'
import { usePendingConnection } from './pending-connection.ts'
import { useKeepPending } from './pending-notice.tsx'

/** Once the user signs in, saves the connection they made while signed out, if they asked for it. */
export function SavePending() {
  const { data: me } = useMe()
  const pending = usePendingConnection()
  const { mutate } = useKeepPending()
  const tried = useRef<string | null>(null)
  const sealed = me?.proPlan && pending?.wanted ? pending.sealed : null
  useEffect(() => {
    if (sealed === null || tried.current === sealed) return
    tried.current = sealed
    mutate({ pending: sealed })
  }, [sealed, mutate])
  return null
}
