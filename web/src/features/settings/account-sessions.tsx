import type { Session } from '@ninesixteen/shared/api/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { errorText } from '../../api/api-error.ts'
import { authCalls } from '../../api/auth-calls.ts'
import { api, orpc } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { useSignOut } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { Entry, EntryList } from '../../components/entry-list.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { browserName, isMobile } from '@ninesixteen/shared/browser-name'
import styles from './account.module.css'

/** Lists the user's sessions and ends them. */
export function AccountSessions() {
  const client = useQueryClient()
  const list = useQuery(orpc.account.listSessions.queryOptions({ staleTime: 0 }))
  const refresh = () => client.invalidateQueries({ queryKey: orpc.account.listSessions.key() })
  const onError = (cause: unknown): void => notify.error('The session could not be ended', errorText(cause))
  const end = useMutation({ mutationFn: (id: string) => api.account.endSession({ id }), onSettled: refresh, onError })
  const endOthers = useMutation({ mutationFn: authCalls.endOtherSessions, onSettled: refresh, onError })
  const everywhere = useSignOut({ everywhere: true })
  const sessions = list.data ?? []
  return (
    <Panel title="Sessions" id="account-sessions-heading">
      {list.isPending && <Skeleton height={120} radius="12px" />}
      {list.isError && <Notice kind="bad">{errorText(list.error)}</Notice>}
      {sessions.length > 0 && (
        <EntryList>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </EntryList>
      )}
      <div className={styles.buttons}>
        {sessions.length > 2 && (
          <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            End all other sessions
          </Button>
        )}
        {sessions.length > 1 && (
          <Button busy={everywhere.busy} onClick={everywhere.run}>
            Sign out everywhere
          </Button>
        )}
      </div>
    </Panel>
  )
}

interface SessionRowProps {
  session: Session
  busy: boolean
  onEnd(): void
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const name = browserName(session.browser)
  const facts = [session.isCurrent ? 'This browser' : `Since ${dateAndTime(session.createdAt)}`, session.address].filter(Boolean)
  return (
    <Entry
      icon={isMobile(session.browser) ? <Smartphone aria-hidden="true" /> : <Monitor aria-hidden="true" />}
      name={name}
      facts={[facts.join(' · ')]}
    >
      {!session.isCurrent && (
        <Button size="small" busy={busy} aria-label={`End the session of ${name}`} onClick={onEnd}>
          End
        </Button>
      )}
    </Entry>
  )
}
