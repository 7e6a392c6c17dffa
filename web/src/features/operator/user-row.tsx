import type { ListedUser, PlanSource } from '@ninesixteen/shared/api/operator'
import { CircleDashed, Hourglass, Lock, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateAndTime } from '../../app/day-and-time.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { ago, byteText, inFull, inShort, onDay } from './amounts.ts'
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

/** One account with its usage and actions. */
export function UserRow({ user }: { user: ListedUser }) {
  const { tokens, storage, posts } = user
  return (
    <li className={styles.row} data-locked={user.lockedAt !== null || undefined}>
      <div className={styles.who}>
        <h3 className={styles.email}>{user.email}</h3>
        <p className={styles.facts}>
          {user.name} · since {onDay(user.createdAt)}
        </p>
        <Marks user={user} />
      </div>
      <dl className={styles.cells}>
        <Fact name="Plan">{PLANS[user.plan]}</Fact>
        <Fact name="AI today / month">
          <span title={`${inFull(tokens.today)} today, ${inFull(tokens.month)} this month`}>
            {inShort(tokens.today)} <span className={styles.quiet}>/ {inShort(tokens.month)}</span>
          </span>
        </Fact>
        <Fact name="Storage">
          <span title={`of ${byteText(storage.limit)}`}>{byteText(storage.used)}</span>
        </Fact>
        <Fact name="Posts">
          {inFull(posts.published)}
          <span className={styles.quiet}>
            {posts.waiting > 0 && ` + ${inFull(posts.waiting)} waiting`}
            {posts.failed > 0 && `, ${inFull(posts.failed)} failed`}
          </span>
        </Fact>
        <Fact name="Last seen">
          {user.seenAt ? (
            <time dateTime={user.seenAt} title={dateAndTime(user.seenAt)}>
              {ago(user.seenAt)}
            </time>
          ) : (
            'never'
          )}
        </Fact>
      </dl>
      <UserActions user={user} />
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

/** Unusual states of an account, never by color alone. */
function Marks({ user }: { user: ListedUser }) {
  const { confirmEmail } = usePublicConfig()
  const marks = [
    user.isOperator && (
      <span key="operator" className={styles.mark} data-kind="ok">
        <ShieldCheck aria-hidden="true" /> Operator
      </span>
    ),
    user.lockedAt && (
      <span key="locked" className={styles.mark} data-kind="bad">
        <Lock aria-hidden="true" /> Locked since {onDay(user.lockedAt)}
      </span>
    ),
    user.demoEndsAt && (
      <span key="demo" className={styles.mark}>
        <Hourglass aria-hidden="true" /> Demo until {dateAndTime(user.demoEndsAt)}
      </span>
    ),
    confirmEmail && !user.isConfirmed && !user.demoEndsAt && (
      <span key="unconfirmed" className={styles.mark}>
        <CircleDashed aria-hidden="true" /> Email not confirmed
      </span>
    ),
  ].filter(Boolean)
  return marks.length > 0 && <p className={styles.marks}>{marks}</p>
}
