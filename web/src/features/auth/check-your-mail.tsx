import { useEffect, useState } from 'react'
import { authCalls } from '../../api/auth-calls.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import styles from './auth-form.module.css'
import type { AwaitedEmail } from './use-auth-form.ts'
import { useCall } from './use-call.ts'

/** Pauses between checks for a refusal by the mail server, which comes soon or never. */
const CHECK_PAUSES_MS = [2_000, 4_000, 8_000, 16_000, 30_000]

/** True once the mail server has refused the address. */
function useRefusal(ticket: string | null, sendCount: number): boolean {
  const [refusedSend, setRefusedSend] = useState(-1)
  useEffect(() => {
    if (ticket === null) return
    let checks = 0
    let timer = 0
    const checkLater = (): void => {
      const wait = CHECK_PAUSES_MS[checks++]
      if (wait === undefined) return
      timer = window.setTimeout(() => {
        // After a failed check, try again later.
        authCalls.isMailRefused(ticket).then((isRefused) => (isRefused ? setRefusedSend(sendCount) : checkLater()), checkLater)
      }, wait)
    }
    checkLater()
    return () => clearTimeout(timer)
  }, [ticket, sendCount])
  return refusedSend === sendCount
}

/** While an address awaits confirmation: sends the mail again, and says if the mail server refused it. */
export function AwaitedMail({ email, ticket }: AwaitedEmail) {
  const [sendCount, setSendCount] = useState(0)
  const resend = useCall<unknown>()
  const isRefused = useRefusal(ticket, sendCount)
  const send = (): void =>
    resend.run(async () => {
      await authCalls.confirmAgain(email)
      setSendCount((times) => times + 1)
      return true
    })
  return (
    <div className={styles.again} role="status">
      {isRefused && <Notice kind="bad">The mail server rejected {email}. Check the address and sign up again.</Notice>}
      <p>
        {resend.result !== null && 'We sent it again. '}
        <MissingMailHint />
      </p>
      {resend.error && <Notice kind="bad">{resend.error}</Notice>}
      <Button size="small" busy={resend.busy} onClick={send}>
        Send it again
      </Button>
    </div>
  )
}

/** Says where to look for a missing mail. Without a mail server, only the operator can see it. */
export function MissingMailHint() {
  return usePublicConfig().sendsMail ? (
    <>Nothing after a few minutes? Check your spam folder.</>
  ) : (
    <>This server sends no mail. Its operator can find the message in the outbox.</>
  )
}
