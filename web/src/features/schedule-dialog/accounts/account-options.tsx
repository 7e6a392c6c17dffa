import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { CAPTION_MAX, POST_DESCRIPTION_MAX } from '@ninesixteen/shared/api/limits'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { Format } from '@ninesixteen/shared/slide/formats'
import { ChevronDown } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { AccountAvatar } from '../../../components/account-avatar.tsx'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { TextArea } from '../../../components/field.tsx'
import { FormatShape } from '../../../components/format-shape.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import { FACTS_UNAVAILABLE, type Choices, type FieldErrors, type PostShape } from '../platforms/platform-form.ts'
import { PLATFORM_FORMS } from '../platforms/registry.ts'
import { ProblemList } from '../problems/problem-list.tsx'
import styles from './accounts.module.css'
import type { AccountPost } from './account-post.ts'
import type { AccountFacts } from './use-facts.ts'

export interface AccountOptionsProps {
  account: ConnectedAccount
  choices: Choices
  facts: AccountFacts
  post: PostShape
  errors: FieldErrors
  problems: readonly PostProblem[]
  /** Number of other accounts on the same platform, to which the choices can be copied. */
  othersOnPlatform: number
  own: AccountPost
  format: Format
  /** The formats that the platform accepts. */
  formats: readonly Format[]
  /** Whether the account can have its own texts. */
  hasOwnTexts: boolean
  onChange(patch: Choices): void
  onOwn(patch: Partial<AccountPost>): void
  onCopy(): void
  onLeave(): void
  startsOpen: boolean
}

/** The platform's options for one account, collapsible to one line. */
export function AccountOptions(props: AccountOptionsProps) {
  const { account, choices, facts, errors, problems, startsOpen } = props
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(startsOpen)
  const form = PLATFORM_FORMS[account.platform]
  const hasErrors = Object.keys(errors).length > 0
  const isOpen = isUnfolded || hasErrors
  const hasStop = problems.some(({ severity }) => severity === 'stop')
  return (
    <section className={styles.options} aria-labelledby={`${id}-name`} data-lacking={hasErrors || hasStop || undefined}>
      <h3 className={styles.optionsHead}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={() => setUnfolded(!isOpen)}>
          <AccountAvatar account={account} size={28} />
          <span className={styles.optionsWords}>
            <span id={`${id}-name`}>
              @{account.username} <span className={styles.on}>on {PLATFORMS[account.platform].label}</span>
            </span>
            {!isOpen && <span className={styles.summary}>{[props.format, form.summary(choices, facts.data)].join(' · ')}</span>}
          </span>
          <ChevronDown aria-hidden="true" className={styles.chevron} />
        </button>
      </h3>
      <div id={id} className={styles.optionsBody} hidden={!isOpen}>
        <OptionsBody {...props} />
      </div>
    </section>
  )
}

function OptionsBody(props: AccountOptionsProps) {
  const { account, choices, facts, post, errors, problems, othersOnPlatform, onChange, onCopy, onLeave } = props
  const form = PLATFORM_FORMS[account.platform]
  const { Fields } = form
  const isNeeded = form.needsFacts(choices)
  const workaroundFor = (code: string) => {
    const workaround = form.workaround(code)
    return workaround && { label: workaround.label, apply: () => onChange(workaround.patch) }
  }
  const profile = form.profile(facts.data)
  return (
    <>
      <ProblemList problems={problems} workaround={workaroundFor} onLeave={onLeave} />
      {facts.state === 'failed' && isNeeded && (
        <FactsNotice
          words={`${form.facts.failed} ${errorText(facts.error)}`}
          workaround={workaroundFor(FACTS_UNAVAILABLE)}
          action={
            <Button size="small" onClick={facts.retry}>
              Try again
            </Button>
          }
        />
      )}
      {facts.state === 'ready' && isNeeded && errors['account'] && (
        <FactsNotice words={errors['account']} workaround={workaroundFor(FACTS_UNAVAILABLE)} />
      )}
      {profile && <PostingAs account={account} {...profile} />}
      <FormatChoice {...props} />
      <Fields account={account} choices={choices} facts={facts.data} post={post} errors={errors} onChange={onChange} />
      {facts.state === 'loading' && isNeeded && (
        <div className={styles.asking} role="status">
          <p className={styles.hint}>{form.facts.loading}</p>
          <Skeleton height={36} />
          <Skeleton height={56} />
        </div>
      )}
      {props.hasOwnTexts && <OwnTexts {...props} />}
      {othersOnPlatform > 0 && (
        <Button size="small" variant="ghost" className={styles.copy} onClick={onCopy}>
          {`Use these choices for the other ${othersOnPlatform === 1 ? '' : `${othersOnPlatform} `}${PLATFORMS[account.platform].label} ${othersOnPlatform === 1 ? 'account' : 'accounts'}`}
        </Button>
      )}
    </>
  )
}

/** The format of the slides, where the platform accepts several. */
function FormatChoice({ format, formats, onOwn }: AccountOptionsProps) {
  if (formats.length < 2) return null
  return (
    <ChoiceRow
      label="Format"
      value={format}
      options={formats.map((value) => ({ value, label: value, icon: <FormatShape format={value} size={18} /> }))}
      onChange={(next) => onOwn({ format: next })}
    />
  )
}

/** The account's own texts, which replace the shared ones. */
function OwnTexts({ account, own, post, errors, onOwn }: AccountOptionsProps) {
  const { texts } = own
  const { caption, description } = post
  return (
    <>
      <SwitchField
        label={`Own text for @${account.username}`}
        checked={texts !== null}
        onChange={(isOwn) => onOwn({ texts: isOwn ? { caption, description } : null })}
      />
      {texts && (
        <>
          <TextArea
            label="Caption"
            rows={2}
            maxLength={CAPTION_MAX}
            value={texts.caption}
            error={errors['caption'] ?? null}
            onChange={({ target }) => onOwn({ texts: { ...texts, caption: target.value } })}
          />
          <TextArea
            label="Description"
            rows={3}
            maxLength={POST_DESCRIPTION_MAX}
            value={texts.description}
            error={errors['description'] ?? null}
            hint={PLATFORM_FORMS[account.platform].textNote(post) ?? undefined}
            onChange={({ target }) => onOwn({ texts: { ...texts, description: target.value } })}
          />
        </>
      )}
    </>
  )
}

interface FactsNoticeProps {
  words: string
  workaround: { label: string; apply(): void } | null
  action?: ReactNode
}

/** The platform's facts are unavailable, or don't allow posting now. */
function FactsNotice({ words, workaround, action }: FactsNoticeProps) {
  return (
    <Notice kind="bad">
      <p>{words}</p>
      {(action !== undefined || workaround !== null) && (
        <p className={styles.ways}>
          {action}
          {workaround && (
            <Button size="small" onClick={workaround.apply}>
              {workaround.label}
            </Button>
          )}
        </p>
      )}
    </Notice>
  )
}

/** The account's name and image as the platform returns them. */
function PostingAs({ account, name, avatarUrl }: { account: ConnectedAccount; name: string; avatarUrl: string | null }) {
  const [isBroken, setBroken] = useState(false)
  return (
    <p className={styles.who}>
      {avatarUrl !== null && !isBroken ? (
        <img src={avatarUrl} alt="" className={styles.whoPicture} onError={() => setBroken(true)} />
      ) : (
        <AccountAvatar account={account} size={24} />
      )}
      <span>
        Posting as <strong>{name}</strong> @{account.username}
      </span>
    </p>
  )
}
