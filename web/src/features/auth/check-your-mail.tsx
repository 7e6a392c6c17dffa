import { useEffect, useState } from 'react'
import { authCalls } from '../../api/auth-calls.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './auth-form.module.css'
import { MissingMailHint } from './missing-mail-hint.tsx'
import type { AwaitedEmail } from './use-auth-form.ts'
import { useCall } from './use-call.ts'

/** When is asked whether the address was refused, in milliseconds after one another: a mail server says so at once or not at all. */
const LOOKS_MS = [2_000, 4_000, 8_000, 16_000, 30_000]

/** True once the mail server turned out to know no such address. */
function useRefusal(ticket: string | null, sent: number): boolean {
  const [refused, setRefused] = useState(-1)
  useEffect(() => {
    if (ticket === null) return
    let look = 0
    let timer = 0
    const lookLater = (): void => {
      const wait = LOOKS_MS[look++]
      if (wait === undefined) return
      timer = window.setTimeout(() => {
        // Whoever cannot ask waits for the mail itself.
        authCalls.isMailRefused(ticket).then((isRefused) => (isRefused ? setRefused(sent) : lookLater()), lookLater)
      }, wait)
    }
    lookLater()
    return () => clearTimeout(timer)
  }, [ticket, sent])
  return refused === sent
}

/** While an address waits for its confirmation: the mail once more, and that it did not get there. */
export function AwaitedMail({ email, ticket }: AwaitedEmail) {
  const [sent, setSent] = useState(0)
  const again = useCall<unknown>()
  const isRefused = useRefusal(ticket, sent)
  const send = (): void =>
    again.run(async () => {
      await authCalls.confirmAgain(email)
      setSent((times) => times + 1)
      return true
    })
  return (
    <div className={styles.again} role="status">
      {isRefused && (
        <Notice kind="bad">The mail server of {email} does not take mails for it. Check the address, and sign up again.</Notice>
      )}
      <p>
        {again.answer !== null && 'It was sent again. '}
        <MissingMailHint />
      </p>
      {again.error && <Notice kind="bad">{again.error}</Notice>}
      <Button size="small" busy={again.busy} onClick={send}>
        Send it again
      </Button>
    </div>
  )
}
