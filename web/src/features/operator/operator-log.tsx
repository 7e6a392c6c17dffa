import type { LogEntry } from '@ninesixteen/shared/api/operator'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateAndTime } from '../../app/day-and-time.ts'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import styles from './operator.module.css'
import { byteText, inFull } from './amounts.ts'

/** Actions of operators, newest first. */
export function OperatorLog() {
  const log = useInfiniteQuery(
    orpc.operator.log.infiniteOptions({
      input: (before: number | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined as number | undefined,
      getNextPageParam: (page) => page.next ?? undefined,
      staleTime: 0,
    }),
  )
  const entries = log.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Panel title="Log" id="operator-log-heading">
      <p className={styles.lead}>All operator actions. Entries can’t be changed, and deleted accounts appear only by their ID.</p>
      {log.isPending && <Skeleton height={180} radius="12px" />}
      {log.isError && <Notice kind="bad">{errorText(log.error)}</Notice>}
      {log.isSuccess && entries.length === 0 && <p className={styles.lead}>Nothing yet.</p>}
      {entries.length > 0 && (
        <ol className={styles.list} aria-label="Operator log">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {log.hasNextPage && (
        <Button className={styles.more} busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Panel>
  )
}

function Entry({ entry }: { entry: LogEntry }) {
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <p className={styles.deed}>{logEntryText(entry)}</p>
        <p className={styles.facts}>
          <time dateTime={entry.at}>{dateAndTime(entry.at)}</time> · {entry.actor}
        </p>
      </div>
    </li>
  )
}

const ACTION_TEXTS: Record<string, (target: string) => string> = {
  lock: (target) => `Locked ${target}`,
  unlock: (target) => `Unlocked ${target}`,
  'end-sessions': (target) => `Signed ${target} out everywhere`,
  'grant-plan': (target) => `Granted ${target} the Pro plan`,
  'revoke-plan': (target) => `Revoked the Pro plan of ${target}`,
  'assign-payment': (target) => `Assigned a payment to ${target}`,
  delete: (target) => `Deleted the account ${target}`,
  invite: (target) => `Invited ${target}`,
  'revoke-invitation': (target) => `Revoked the invitation of ${target}`,
}

/** A log entry as a sentence. Unknown actions of newer versions are shown as they are. */
export function logEntryText({ action, target, detail }: LogEntry): string {
  if (action === 'change-setting') return settingText(target ?? '', detail['value'])
  return ACTION_TEXTS[action]?.(target ?? 'somebody') ?? [action, target].filter(Boolean).join(' ')
}

const SIGN_UPS: Record<string, string> = { open: 'open', invited: 'by invitation', closed: 'closed' }

const SETTINGS: Record<string, { name: string; format(value: string | number): string }> = {
  signUp: { name: 'sign-up', format: (value) => SIGN_UPS[value] ?? String(value) },
  dailyTokens: { name: 'AI tokens a day', format: (value) => inFull(Number(value)) },
  storageQuota: { name: 'storage per user', format: (value) => byteText(Number(value)) },
}

function settingText(target: string, value: LogEntry['detail'][string] | undefined): string {
  const setting = SETTINGS[target]
  if (!setting) return `Changed ${target}`
  const isValue = typeof value === 'string' || typeof value === 'number'
  return isValue ? `Set ${setting.name} to ${setting.format(value)}` : `Set ${setting.name} back to the environment’s value`
}
