import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApp } from './app.ts'

export interface ReceivedMail {
  to: string
  subject: string
  /** The plain-text part. */
  text: string
  /** The product path of its call to action. */
  href: string
}

/** Sends queued mails and reads every mail in the outbox, oldest first. */
export async function readMails(app: TestApp): Promise<ReceivedMail[]> {
  await app.services.accountMail.mailing.flush()
  await app.services.jobs.runDue()
  const folder = join(app.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const files = await Promise.all(names.toSorted().map((name) => readFile(join(folder, name), 'utf8')))
  return files.map((file) => received(file, app.services.config.publicUrl))
}

/** The latest mail to an address. */
export async function lastMailTo(app: TestApp, address: string): Promise<ReceivedMail> {
  const last = (await readMails(app)).findLast(({ to }) => to === address)
  if (!last) throw new Error(`There is no mail to ${address}`)
  return last
}

/** The token in the link of the latest mail to an address. */
export async function lastLinkTo(app: TestApp, address: string): Promise<string> {
  const { href } = await lastMailTo(app, address)
  return new URL(href, 'http://localhost').searchParams.get('token') ?? ''
}

function received(file: string, publicUrl: string): ReceivedMail {
  const header = (name: string): string => new RegExp(`^${name}: (.*)$`, 'mi').exec(file)?.[1]?.trim() ?? ''
  const plain = /text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(file)?.[1] ?? ''
  const text = quotedPrintable(plain)
  const href = new RegExp(`: ${publicUrl.replaceAll('.', '\\.')}(/\\S*)`).exec(text)?.[1] ?? ''
  return { to: header('To'), subject: header('Subject'), text, href }
}

function quotedPrintable(text: string): string {
  return text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
