import type { PlatformId } from '@ninesixteen/shared/platforms'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText, toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './accounts.module.css'
import { readPendingConnection, setPendingConnection, usePendingConnection } from './pending-connection.ts'
import { useEffect, useRef } from 'react'
import { useMe } from '../../app/session.ts'

/** Saves the connection made while signed out. */
export function useSavePending() {
  const client = useQueryClient()
  return useMutation(
    orpc.accounts.keep.mutationOptions({
      onSuccess: async ({ username }) => {
        setPendingConnection(null)
        await client.invalidateQueries({ queryKey: orpc.accounts.key() })
        notify.ok(`@${username} is connected.`)
      },
      onError: (error) => {
        const pending = readPendingConnection()
        const isOtherUser = toApiError(error).code === 'ACCOUNT_OF_ANOTHER'
        setPendingConnection(isOtherUser && pending ? { ...pending, wanted: false } : null)
        notify.error('The connection was not saved', errorText(error))
      },
    }),
  )
}

/** Offers to save or discard an account connected while signed out. */
export function PendingNotice({ platform }: { platform: PlatformId }) {
  const pending = usePendingConnection()
  const { data: me } = useMe()
  const save = useSavePending()
  const isSavedUnasked = pending?.wanted && me?.proPlan
  if (pending?.platform !== platform || isSavedUnasked) return null
  return (
    <Notice
      kind="info"
      action={
        <span className={styles.choice}>
          <Button size="small" variant="ghost" onClick={() => setPendingConnection(null)}>
            Discard
          </Button>
          <Button size="small" variant="primary" busy={save.isPending} onClick={() => save.mutate({ pending: pending.sealed })}>
            {save.isPending ? 'Saving...' : 'Save'}
          </Button>
        </span>
      }
    >
      @{pending.username} was connected while you were signed out, and is not saved yet.
    </Notice>
  )
}

/** Once the user signs in, saves the connection they made while signed out, if they asked for it. */
export function SavePending() {
  const { data: me } = useMe()
  const pending = usePendingConnection()
  const { mutate } = useSavePending()
  const attempted = useRef<string | null>(null)
  const sealed = me?.proPlan && pending?.wanted ? pending.sealed : null
  useEffect(() => {
    if (sealed === null || attempted.current === sealed) return
    attempted.current = sealed
    mutate({ pending: sealed })
  }, [sealed, mutate])
  return null
}
