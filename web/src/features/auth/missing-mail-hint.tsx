import { usePublicConfig } from '../../app/public-config.ts'

/** Where a mail may be that does not come: on a server that sends none, its operator has it. */
export function MissingMailHint() {
  return usePublicConfig().sendsMail ? (
    <>Nothing there after a few minutes? Look in your spam folder.</>
  ) : (
    <>This server sends no mail: its operator can find the message in the outbox.</>
  )
}
