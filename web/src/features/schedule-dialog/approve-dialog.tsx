import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PlanPost } from '@ninesixteen/shared/api/content-plan'
import type { PostProblem } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { logoWarning } from '@ninesixteen/shared/publishing/logos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
import { AccountOptions } from './accounts/account-options.tsx'
import { formatOf, SHARED_POST, type AccountPost } from './accounts/account-post.ts'
import { useFacts } from './accounts/use-facts.ts'
import type { Choices, FieldErrors, PostShape } from './platforms/platform-form.ts'
import { PLATFORM_FORMS } from './platforms/registry.ts'

export interface ApprovedOptions {
  platform: ConnectedAccount['platform']
  accountId: string
  options: Record<string, unknown>
}

export interface ApproveDialogProps {
  /** Accounts of the posts to approve. */
  accounts: readonly ConnectedAccount[]
  /** Number of slideshows. */
  count: number
  /** The first slideshow, which the choices are shown for. */
  slides: readonly Slide[]
  /** The slides of all slideshows. */
  allSlides: readonly Slide[]
  posts: readonly PlanPost[]
  busy: boolean
  onApprove(options: ApprovedOptions[]): void
  onClose(): void
}

interface AccountChoices {
  choices: Choices
  own: AccountPost
}

/** Networks that may refuse a logo say so before the approval, as when a post is scheduled. */
function logoProblems(
  { platform, accountId }: ConnectedAccount,
  { count, slides, choices }: { count: number; slides: readonly Slide[]; choices: Choices },
): PostProblem[] {
  const { label } = PLATFORMS[platform]
  const warning = logoWarning(platform, slides, choices)
  if (warning === null) return []
  const message = count === 1 ? warning : `${label} can reject posts with a logo that an app added, and some of these slides have one.`
  return [{ platform, accountId, code: 'logo', severity: 'warn', message, fix: null, fixHref: null }]
}

/** Asks for each account's options and consent, which apply to all posts that the user approves. */
export function ApproveDialog({ accounts, count, slides, allSlides, posts, busy, onApprove, onClose }: ApproveDialogProps) {
  const { caption = '', description = '' } = posts[0] ?? {}
  const shape: PostShape = { kind: 'slides', images: slides.map((slide) => ({ id: slide.id, slide })), seconds: 0, caption, description }
  const facts = useFacts(accounts)
  const startOf = (account: ConnectedAccount): AccountChoices => ({
    choices: PLATFORM_FORMS[account.platform].start(shape),
    own: { ...SHARED_POST, format: posts.find(({ accountId }) => accountId === account.accountId)?.format ?? null },
  })
  const [choicesById, setChoicesById] = useState(() => new Map(accounts.map((account) => [account.id, startOf(account)])))
  const [agreed, setAgreed] = useState(false)
  const [isSubmitted, setSubmitted] = useState(false)
  const entries = accounts.map((account, index) => {
    const { choices, own } = choicesById.get(account.id) ?? startOf(account)
    const accountFacts = facts[index] ?? { state: 'loading' as const, data: null, error: null, retry: () => undefined }
    const form = PLATFORM_FORMS[account.platform]
    return { account, choices, own, facts: accountFacts, form, errors: form.errors(choices, accountFacts.data, shape) }
  })
  const consents = [...new Set(entries.map(({ account }) => account.platform))].flatMap((platform) => {
    const platformChoices = entries.filter(({ account }) => account.platform === platform).map(({ choices }) => choices)
    return PLATFORM_FORMS[platform].consent(platformChoices) ?? []
  })
  const change = (id: string, patch: (previous: AccountChoices) => AccountChoices) =>
    setChoicesById((previous) => {
      const accountChoices = previous.get(id)
      return accountChoices ? new Map(previous).set(id, patch(accountChoices)) : previous
    })
  const neededStates = entries.flatMap(({ form, choices, facts: { state } }) => (form.needsFacts(choices) ? state : []))
  const approve = () => {
    setSubmitted(true)
    if (
      neededStates.some((state) => state !== 'ready') ||
      entries.some(({ errors }) => Object.keys(errors).length > 0) ||
      (consents.length > 0 && !agreed)
    )
      return
    onApprove(
      entries.map(({ account: { platform, accountId }, choices, own, form, facts: { data } }) => {
        // Descriptions of images belong to one slideshow, and so does the missing label of one without AI photos.
        const { altTexts: _altTexts, aiGenerated, ...options } = form.send(choices, shape, { agreed, facts: data })
        const label = aiGenerated === true ? { aiGenerated } : {}
        return { platform, accountId, options: { ...options, ...label, format: formatOf({ platform, choices, own }, shape).format } }
      }),
    )
  }
  const none: FieldErrors = {}
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'Approve 1 slideshow' : `Approve ${count} slideshows`}
      description="Your choices apply to each post, which goes out at its planned time. Posts with AI photos always get the AI label."
      closeOnOutsideClick={false}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" busy={busy || neededStates.includes('loading')} onClick={approve}>
            Approve
          </Button>
        </>
      }
    >
      {entries.map(({ account, choices, own, facts: accountFacts, errors }) => {
        const { format, formats } = formatOf({ platform: account.platform, choices, own }, shape)
        return (
          <AccountOptions
            key={account.id}
            account={account}
            choices={choices}
            facts={accountFacts}
            post={shape}
            errors={isSubmitted ? errors : none}
            problems={logoProblems(account, { count, slides: count === 1 ? slides : allSlides, choices })}
            othersOnPlatform={0}
            own={own}
            format={format}
            formats={formats}
            hasOwnTexts={false}
            startsOpen
            onChange={(patch) => change(account.id, (previous) => ({ ...previous, choices: { ...previous.choices, ...patch } }))}
            onOwn={(patch) => change(account.id, (previous) => ({ ...previous, own: { ...previous.own, ...patch } }))}
            onCopy={() => undefined}
            onLeave={onClose}
          />
        )
      })}
      {consents.map(({ words, error }) => (
        <CheckboxField key={error} label={words} checked={agreed} error={isSubmitted && !agreed ? error : null} onChange={setAgreed} />
      ))}
    </Dialog>
  )
}
