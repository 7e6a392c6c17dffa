import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { notify } from '../../../components/toast.tsx'
import { readAnew } from '../post-calls.ts'
import { accountOf, countText } from '../post-words.ts'
import styles from './post-details.module.css'
import { settledTime, TimeFields, typedTime } from './time-fields.tsx'

/** What has to be chosen for a post differs by platform: on another one than its own it begins as a draft. */
const isAlike = (post: ScheduledPost, account: ConnectedAccount): boolean => post.platform === account.platform && post.options !== null

/** The same post to other accounts, with the very files it has. */
export function DuplicateForm({ post, zone, onDone }: { post: ScheduledPost; zone: string; onDone(): void }) {
  const accounts = useQuery(orpc.accounts.list.queryOptions()).data ?? []
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState(() => typedTime(null, zone))
  const [requestId] = useState(() => crypto.randomUUID())
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const targets = accounts.filter(({ id }) => chosen.has(id))
  const isDraft = targets.some((account) => !isAlike(post, account))
  const save = async () => {
    const settled = settledTime(typed, zone)
    if (targets.length === 0) return setProblem('Please select at least one account')
    if (!isDraft && !settled) return setProblem('Please select a date and time')
    setBusy(true)
    setProblem(null)
    try {
      const { posts } = await api.scheduledPosts.duplicate({
        id: post.id,
        requestId,
        targets: targets.map((account) => ({
          platform: account.platform,
          accountId: account.accountId,
          options: isAlike(post, account) ? { ...post.options } : {},
        })),
        scheduledTime: isDraft ? null : (settled?.at.toISOString() ?? null),
        timeZone: zone,
      })
      await readAnew()
      notify.ok(isDraft ? `${countText(posts.length)} added to the drafts.` : `${countText(posts.length)} scheduled.`)
      onDone()
    } catch (cause) {
      setProblem(toApiError(cause).message)
      setBusy(false)
    }
  }
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset className={styles.accounts}>
        <legend>Duplicate to</legend>
        {accounts.map((account) => (
          <label key={account.id} className={styles.choice}>
            <input type="checkbox" checked={chosen.has(account.id)} onChange={() => toggle(account.id)} />
            <span>@{account.username}</span>
            <span className={styles.quiet}>
              {PLATFORMS[account.platform].label}
              {`@${account.username}` === accountOf(post) && account.platform === post.platform && ', the account of this post'}
            </span>
          </label>
        ))}
        {accounts.length === 0 && <p className={styles.quiet}>No account is connected. Connect one under Settings, Accounts.</p>}
      </fieldset>
      {isDraft ? (
        <p className={styles.quiet}>On another platform there is more to choose: these become drafts first.</p>
      ) : (
        <TimeFields typed={typed} onChange={setTyped} zone={zone} error={null} />
      )}
      {problem && <Notice kind="bad">{problem}</Notice>}
      <div className={styles.formEnd}>
        <Button variant="ghost" onClick={onDone}>
          Back
        </Button>
        <Button variant="primary" type="submit" busy={busy}>
          {busy ? 'Duplicating...' : isDraft ? 'Make drafts' : 'Duplicate'}
        </Button>
      </div>
    </form>
  )
}
