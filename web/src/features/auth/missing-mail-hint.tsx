import { usePublicConfig } from '../../app/public-config.ts'

/** Says where to look for a missing mail. Without a mail server, only the operator can see it. */
export function MissingMailHint() {
  return usePublicConfig().sendsMail ? (
    <>Nothing after a few minutes? Check your spam folder.</>
  ) : (
    <>This server sends no mail. Its operator can find the message in the outbox.</>
  )
}
