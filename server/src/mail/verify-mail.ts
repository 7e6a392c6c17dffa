import { reasonOf } from './smtp-failure.ts'

/** Timeout for the connection, the greeting and the sign-in. */
const PATIENCE_MS = 8_000

/** Signs in to a mail server without sending anything; returns null on success, else the reason. */
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
