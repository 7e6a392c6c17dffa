import type { ListedUser, PlanSource } from '@ninesixteen/shared/api/operator'
import { CircleDashed, Hourglass, Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../app/day-and-time.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { ago, bytesInWords, inFull, inShort, onDay } from './amounts.ts'
import { UserActions } from './user-actions.tsx'
import styles from './operator.module.css'

const PLANS: Record<PlanSource, string> = {
  paid: 'Paid',
  granted: 'Granted',
  operator: 'Operator',
  demo: 'Demo',
  everybody: 'Pro',
  none: 'Free',
}

/** One account: who it is, what it uses, and what can be done with it. */
export function UserRow({ person }: { person: ListedUser }) {
  const { tokens, storage, posts } = person
  return (
    <li className={styles.row} data-locked={person.lockedAt !== null || undefined}>
      <div className={styles.who}>
        <h3 className={styles.email}>{person.email}</h3>
        <p className={styles.facts}>
          {person.name} · since {onDay(person.createdAt)}
        </p>
        <Marks person={person} />
      </div>
      <dl className={styles.cells}>
        <Fact name="Plan">{PLANS[person.plan]}</Fact>
        <Fact name="AI today / month">
          <span title={`${inFull(tokens.today)} today, ${inFull(tokens.month)} this month`}>
            {inShort(tokens.today)} <span className={styles.quiet}>/ {inShort(tokens.month)}</span>
          </span>
        </Fact>
        <Fact name="Storage">
          <span title={`of ${bytesInWords(storage.limit)}`}>{bytesInWords(storage.used)}</span>
        </Fact>
        <Fact name="Posts">
          {inFull(posts.published)}
          <span className={styles.quiet}>
            {posts.waiting > 0 && ` + ${inFull(posts.waiting)} waiting`}
            {posts.failed > 0 && `, ${inFull(posts.failed)} failed`}
          </span>
        </Fact>
        <Fact name="Last seen">
          {person.seenAt ? (
            <time dateTime={person.seenAt} title={dateAndTime(person.seenAt)}>
              {ago(person.seenAt)}
            </time>
          ) : (
            'never'
          )}
        </Fact>
      </dl>
      <UserActions person={person} />
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What is out of the ordinary about an account, never by colour alone. */
function Marks({ person }: { person: ListedUser }) {
  const { confirmEmail } = usePublicConfig()
  const marks = [
    person.isOperator && (
      <span key="operator" className={styles.mark} data-kind="ok">
        <ShieldCheck aria-hidden="true" /> Operator
      </span>
    ),
    person.lockedAt && (
      <span key="locked" className={styles.mark} data-kind="bad">
        <Lock aria-hidden="true" /> Locked since {onDay(person.lockedAt)}
      </span>
    ),
    person.demoEndsAt && (
      <span key="demo" className={styles.mark}>
        <Hourglass aria-hidden="true" /> Demo until {dateAndTime(person.demoEndsAt)}
      </span>
    ),
    confirmEmail && !person.isConfirmed && !person.demoEndsAt && (
      <span key="unconfirmed" className={styles.mark}>
        <CircleDashed aria-hidden="true" /> Email not confirmed
      </span>
    ),
  ].filter(Boolean)
  return marks.length > 0 && <p className={styles.marks}>{marks}</p>
}
