import { Check, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NOT_POSTED_REASON_MAX, POST_ADDRESS_MAX } from '@ninesixteen/shared/api/limits'
import type { ApiError } from '../../api/api-error.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './manual-posting.module.css'
import type { Answer } from './use-manual-posting.ts'

export interface AnswerStepProps {
  platform: string
  busy: boolean
  error: ApiError | null
  onAnswer(answer: Answer): void
  /** Clears the error. */
  onBack(): void
  /** Highlights this step as the next one. */
  isNext: boolean
}

/** "I posted it" or "Not posted", each with a confirmation, because it cannot be undone. */
export function AnswerStep(props: AnswerStepProps) {
  const [confirming, setConfirming] = useState<Answer['answer'] | null>(null)
  if (confirming === null)
    return (
      <div className={styles.answers}>
        <Button
          variant={props.isNext ? 'primary' : 'secondary'}
          size="large"
          wide
          icon={<Check aria-hidden="true" />}
          onClick={() => setConfirming('posted')}
        >
          I posted it
        </Button>
        <Button size="large" wide icon={<X aria-hidden="true" />} onClick={() => setConfirming('not-posted')}>
          Not posted
        </Button>
      </div>
    )
  const back = (): void => {
    setConfirming(null)
    props.onBack()
  }
  return <Confirmation {...props} outcome={confirming} onBack={back} />
}

interface ConfirmationProps extends AnswerStepProps {
  outcome: Answer['answer']
}

function Confirmation({ outcome, platform, busy, error, onAnswer, onBack }: ConfirmationProps) {
  const [text, setText] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isPosted = outcome === 'posted'
  const isAddress = error?.code === 'HAND_OVER_ADDRESS'
  const answer = (): void => onAnswer(isPosted ? { answer: 'posted', url: text } : { answer: 'not-posted', reason: text })

  // Sends an unsent answer once the network is back.
  const isUnsent = error?.status === 0
  const send = useRef(answer)
  useEffect(() => {
    send.current = answer
  })
  useEffect(() => {
    if (!isUnsent) return
    const resend = (): void => send.current()
    addEventListener('online', resend)
    return () => removeEventListener('online', resend)
  }, [isUnsent])

  return (
    <form
      className={styles.confirm}
      onSubmit={(event) => {
        event.preventDefault()
        answer()
      }}
    >
      <h3 ref={heading} tabIndex={-1}>
        {isPosted ? 'Mark it as published?' : 'Mark it as not posted?'}
      </h3>
      {isPosted ? (
        <TextField
          label={`Link to the post on ${platform} (optional)`}
          inputMode="url"
          autoComplete="off"
          maxLength={POST_ADDRESS_MAX}
          value={text}
          error={isAddress ? error.message : null}
          onChange={(event) => setText(event.target.value)}
        />
      ) : (
        <TextField
          label="Why not? (optional)"
          maxLength={NOT_POSTED_REASON_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {error && !isAddress && (
        <Notice kind="bad">
          {isUnsent ? 'We can’t reach the server. We’ll send your answer when you’re back online, or tap again.' : error.message}
        </Notice>
      )}
      <div className={styles.answers}>
        <Button type="submit" variant={isPosted ? 'primary' : 'danger'} size="large" wide busy={busy}>
          {isPosted ? 'Yes, it is posted' : 'Yes, not posted'}
        </Button>
        <Button variant="ghost" size="large" wide onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
