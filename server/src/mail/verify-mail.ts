import { reasonOf } from './smtp-failure.ts'

/** For the mail server to be there, to greet, and to answer. */
const PATIENCE_MS = 8_000

/** Connects and signs in to a mail server without sending anything; null when it takes that, else why not. */
export async function verifyMail(smtpUrl: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  const times = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, dnsTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS }
  const transport = createTransport({ url: smtpUrl, ...times })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    transport.close()
  }
}
