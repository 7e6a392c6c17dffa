import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PlanPost } from '@ninesixteen/shared/api/content-plan'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { CheckboxField } from '../../components/checkbox-field.tsx'
import { Dialog } from '../../components/dialog.tsx'
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
  posts: readonly PlanPost[]
  busy: boolean
  onApprove(options: ApprovedOptions[]): void
  onClose(): void
}

interface Chosen {
  choices: Choices
  own: AccountPost
}

/** The user's choices and consent for each account, which hold for all posts that they approve. */
export function ApproveDialog({ accounts, count, slides, posts, busy, onApprove, onClose }: ApproveDialogProps) {
  const { caption = '', description = '' } = posts[0] ?? {}
  const shape: PostShape = { kind: 'slides', images: slides.map((slide) => ({ id: slide.id, slide })), seconds: 0, caption, description }
  const facts = useFacts(accounts)
  const startOf = (account: ConnectedAccount): Chosen => ({
    choices: PLATFORM_FORMS[account.platform].start(shape),
    own: { ...SHARED_POST, format: posts.find(({ accountId }) => accountId === account.accountId)?.format ?? null },
  })
  const [chosen, setChosen] = useState(() => new Map(accounts.map((account) => [account.id, startOf(account)])))
  const [agreed, setAgreed] = useState(false)
  const [isTried, setTried] = useState(false)
  const known = accounts.map((account, index) => {
    const { choices, own } = chosen.get(account.id) ?? startOf(account)
    const answer = facts[index] ?? { state: 'asking' as const, data: null, error: null, retry: () => undefined }
    const form = PLATFORM_FORMS[account.platform]
    return { account, choices, own, facts: answer, form, errors: form.errors(choices, answer.data, shape) }
  })
  const consents = [...new Set(known.map(({ account }) => account.platform))].flatMap((platform) => {
    const own = known.filter(({ account }) => account.platform === platform).map(({ choices }) => choices)
    return PLATFORM_FORMS[platform].consent(own) ?? []
  })
  const change = (id: string, patch: (before: Chosen) => Chosen) =>
    setChosen((before) => {
      const current = before.get(id)
      return current ? new Map(before).set(id, patch(current)) : before
    })
  const needed = known.flatMap(({ form, choices, facts: { state } }) => (form.needsFacts(choices) ? state : []))
  const approve = () => {
    setTried(true)
    if (
      needed.some((state) => state !== 'ready') ||
      known.some(({ errors }) => Object.keys(errors).length > 0) ||
      (consents.length > 0 && !agreed)
    )
      return
    onApprove(
      known.map(({ account: { platform, accountId }, choices, own, form, facts: { data } }) => {
        // Descriptions of images belong to one slideshow.
        const { altTexts: _altTexts, ...options } = form.send(choices, shape, { agreed, facts: data })
        return { platform, accountId, options: { ...options, format: formatOf({ platform, chosen: choices, own }, shape).format } }
      }),
    )
  }
  const none: FieldErrors = {}
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={count === 1 ? 'Approve 1 slideshow' : `Approve ${count} slideshows`}
      description="Your choices apply to each post. The posts go out at their planned times."
      closeOnOutsideClick={false}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" busy={busy || needed.includes('asking')} onClick={approve}>
            Approve
          </Button>
        </>
      }
    >
      {known.map(({ account, choices, own, facts: answer, errors }) => {
        const { format, taken } = formatOf({ platform: account.platform, chosen: choices, own }, shape)
        return (
          <AccountOptions
            key={account.id}
            account={account}
            chosen={choices}
            facts={answer}
            post={shape}
            errors={isTried ? errors : none}
            problems={[]}
            alike={0}
            own={own}
            format={format}
            taken={taken}
            hasOwnTexts={false}
            startsOpen
            onChange={(patch) => change(account.id, (before) => ({ ...before, choices: { ...before.choices, ...patch } }))}
            onOwn={(patch) => change(account.id, (before) => ({ ...before, own: { ...before.own, ...patch } }))}
            onCopy={() => undefined}
            onLeave={onClose}
          />
        )
      })}
      {consents.map(({ words, error }) => (
        <CheckboxField key={error} label={words} checked={agreed} error={isTried && !agreed ? error : null} onChange={setAgreed} />
      ))}
    </Dialog>
  )
}
