import type { Failure, InstanceState as State, Provider } from '@ninesixteen/shared/api/operator'
import { STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleMinus, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../app/day-and-time.ts'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ago, byteText, inFull } from './amounts.ts'
import { diskHealth, mailHealth, providerHealth, workerHealth, type Health } from './health.ts'
import styles from './operator.module.css'
import { Payments } from './payments.tsx'

/** Refetch interval while the page is open, in milliseconds. */
const REFETCH_MS = 15_000

/** Health of the instance, and recent failures. */
export function InstanceState() {
  const state = useQuery(orpc.operator.state.queryOptions({ staleTime: 0, refetchInterval: REFETCH_MS }))
  const failures = useQuery(orpc.operator.failures.queryOptions({ staleTime: 0 }))
  return (
    <div className={styles.parts}>
      <Panel title="State" id="operator-state-heading">
        {state.isPending && <Skeleton height={260} radius="12px" />}
        {state.isError && <Notice kind="bad">{errorText(state.error)}</Notice>}
        {state.data && <Parts state={state.data} />}
      </Panel>
      {state.data && state.data.payments.length > 0 && <Payments payments={state.data.payments} />}
      <Panel title="Failures in the last 7 days" id="operator-failures-heading">
        {failures.isPending && <Skeleton height={120} radius="12px" />}
        {failures.isError && <Notice kind="bad">{errorText(failures.error)}</Notice>}
        {failures.data && <Failures failures={failures.data} />}
      </Panel>
    </div>
  )
}

function Parts({ state: { worker, mail, disk, providers, photoProviders = [] } }: { state: State }) {
  return (
    <ul className={styles.list}>
      <Part name="Publishing" health={workerHealth(worker)}>
        {worker.beatAt === null ? 'No worker has run yet.' : <>Last active {time(worker.beatAt)}.</>}
      </Part>
      <Part name={mail.by === 'server' ? 'Mail' : 'Mail, kept as files: there is no mail server'} health={mailHealth(mail)}>
        {mail.lastSentAt === null ? 'None sent yet' : <>Last sent {time(mail.lastSentAt)}</>}, {inFull(mail.waiting)} waiting.{' '}
        {mailFailureText(mail)}
        {mail.lastReason && <> The last problem: {mail.lastReason}</>}
      </Part>
      <Part name="Disk" health={diskHealth(disk)}>
        {byteText(disk.free)} of {byteText(disk.size)} are free. {inFull(disk.files.count)} files take {byteText(disk.files.bytes)}, the
        database {byteText(disk.database)}.
      </Part>
      {[...providers, ...photoProviders].map((provider) => (
        <Part key={provider.provider} name={NAMES[provider.provider].label} health={providerHealth(provider)}>
          {provider.kind === 'off' ? 'Not set up.' : <Calls {...provider} />}
        </Part>
      ))}
    </ul>
  )
}

/** Counts of recent mails that failed. */
function mailFailureText({ refused, dropped, unsure }: State['mail']): string {
  if (refused + dropped + unsure === 0) return 'None failed in the last 7 days.'
  return `Last 7 days: ${inFull(refused)} refused, ${inFull(dropped)} given up, ${inFull(unsure)} unconfirmed.`
}

const NAMES = {
  ai: { label: 'AI' },
  images: { label: 'AI photos' },
  'google-drive': { label: 'Google Drive' },
  stripe: { label: 'Stripe' },
  ...PLATFORMS,
  ...STOCK_SERVICES,
} satisfies Record<Provider, { label: string }>

function Calls({ kind, succeededAt, failedAt, failure }: State['providers'][number]) {
  return (
    <>
      {kind === 'sandbox' && 'The sandbox. '}
      {succeededAt === null ? 'No answer yet.' : <>Last answered {time(succeededAt)}.</>}
      {failedAt !== null && (
        <>
          {' '}
          Last failed {time(failedAt)}: {failure}.
        </>
      )}
    </>
  )
}

const time = (at: string): ReactNode => (
  <time dateTime={at} title={dateAndTime(at)}>
    {ago(at)}
  </time>
)

const HEALTHS = {
  good: { Icon: CircleCheck, word: 'Works' },
  attention: { Icon: TriangleAlert, word: 'Needs attention' },
  bad: { Icon: CircleAlert, word: 'Not working' },
  none: { Icon: CircleMinus, word: 'Unknown' },
}

function Part({ name, health, children }: { name: string; health: Health; children: ReactNode }) {
  const { Icon, word } = HEALTHS[health]
  return (
    <li className={styles.item}>
      <Icon role="img" aria-label={word} className={styles.health} data-health={health} />
      <div className={styles.words}>
        <h3 className={styles.partName}>{name}</h3>
        <p className={styles.facts}>{children}</p>
      </div>
    </li>
  )
}

const KINDS: Record<Failure['kind'], string> = { post: 'Post', mail: 'Mail', job: 'Background job' }

function Failures({ failures }: { failures: readonly Failure[] }) {
  if (failures.length === 0) return <p className={styles.lead}>No failures.</p>
  return (
    <ul className={styles.list}>
      {failures.map(({ day, kind, what, count, lastAt }) => (
        <li key={`${day} ${kind} ${what}`} className={styles.item}>
          <div className={styles.words}>
            <h3 className={styles.partName}>
              {KINDS[kind]}: {what}
            </h3>
            <p className={styles.facts}>
              {count === 1 ? 'Once' : `${inFull(count)} times`} on {day}, the last {time(lastAt)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
