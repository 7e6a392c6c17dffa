import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { AccountAvatar } from '../../../components/account-avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import type { Choices, Lacks, PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import styles from './accounts.module.css'
import type { AccountFacts } from './use-facts.ts'

export interface AccountOptionsProps {
  account: ConnectedAccount
  chosen: Choices
  facts: AccountFacts
  post: PostShape
  lacks: Lacks
  problems: readonly PostProblem[]
  /** Others of the same platform, which may take these choices over. */
  alike: number
  onChange(patch: Choices): void
  onCopy(): void
  onLeave(): void
  startsOpen: boolean
}

/** What one account's platform asks for, folded into one line when there are many. */
export function AccountOptions(props: AccountOptionsProps) {
  const { account, chosen, facts, lacks, problems, startsOpen } = props
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(startsOpen)
  const form = PLATFORM_FORMS[account.platform]
  const isLacking = Object.keys(lacks).length > 0
  const isOpen = isUnfolded || isLacking
  const hasStop = problems.some(({ severity }) => severity === 'stop')
  return (
    <section className={styles.options} aria-labelledby={`${id}-name`} data-lacking={isLacking || hasStop || undefined}>
      <h3 className={styles.optionsHead}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={() => setUnfolded(!isOpen)}>
          <AccountAvatar account={account} size={28} />
          <span className={styles.optionsWords}>
            <span id={`${id}-name`}>
              @{account.username} <span className={styles.on}>on {PLATFORMS[account.platform].label}</span>
            </span>
            {!isOpen && <span className={styles.summary}>{form.summary(chosen, facts.data)}</span>}
          </span>
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </button>
      </h3>
      <div id={id} className={styles.optionsBody} hidden={!isOpen}>
        <Opened {...props} />
      </div>
    </section>
  )
}

function Opened({ account, chosen, facts, post, lacks, problems, alike, onChange, onCopy, onLeave }: AccountOptionsProps) {
  const form = PLATFORM_FORMS[account.platform]
  const { Fields } = form
  const isNeeded = form.needsFacts(chosen)
  return (
    <>
      <ProblemList
        problems={problems}
        wayRound={(problem) => {
          const way = form.wayRound(problem)
          return way && { label: way.label, take: () => onChange(way.patch) }
        }}
        onLeave={onLeave}
      />
      {facts.state === 'failed' && isNeeded && (
        <Notice
          kind="bad"
          action={
            <Button size="small" onClick={facts.retry}>
              Try again
            </Button>
          }
        >
          {form.facts.failed} {errorText(facts.error)}
        </Notice>
      )}
      {facts.state === 'ready' && isNeeded && lacks['account'] && <Notice kind="bad">{lacks['account']}</Notice>}
      {facts.state === 'ready' && <Who account={account} name={form.name(facts.data)} />}
      <Fields account={account} chosen={chosen} facts={facts.data} post={post} lacks={lacks} onChange={onChange} />
      {facts.state === 'asking' && isNeeded && (
        <div className={styles.asking} role="status">
          <p className={styles.hint}>{form.facts.asking}</p>
          <Skeleton height={36} />
          <Skeleton height={56} />
        </div>
      )}
      {alike > 0 && (
        <Button size="small" variant="ghost" className={styles.copy} onClick={onCopy}>
          {`Use these choices for the other ${alike === 1 ? '' : `${alike} `}${PLATFORMS[account.platform].label} ${alike === 1 ? 'account' : 'accounts'}`}
        </Button>
      )}
    </>
  )
}

/** Whose account it is, as the platform itself says. */
function Who({ account, name }: { account: ConnectedAccount; name: string | null }) {
  if (name === null) return null
  return (
    <p className={styles.who}>
      Posting as <strong>{name}</strong> @{account.username}
    </p>
  )
}
