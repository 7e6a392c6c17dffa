import { watch } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** Files that are looked at: the newest. A mail that is larger is shown as such, and not read, in bytes. */
const FILES_MAX = 500
const BYTES_MAX = 5 * 1024 * 1024
const LINKS_MAX = 50
/** Fields that the parser returns. */
const LIMITS = { maxNestingDepth: 20, maxHeadersSize: 64 * 1024 }

export interface Mail {
  /** The name of its file, which begins with its time. */
  id: string
  /** In milliseconds since 1970. */
  at: number
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  /** Addresses in the plain part, in order. */
  links: string[]
}

/** A folder of mails, each a file, as it is at this moment. */
export function createOutbox(folder: string | null) {
  const read = new Map<string, { stamp: string; mail: Mail }>()
  const listeners = new Set<() => void>()

  const mailOf = async (folderOf: string, name: string): Promise<Mail | null> => {
    // The file was deleted meanwhile.
    const facts = await stat(join(folderOf, name)).catch(() => null)
    if (!facts?.isFile()) return null
    const stamp = `${facts.mtimeMs} ${facts.size}`
    const cached = read.get(name)
    if (cached?.stamp === stamp) return cached.mail
    const bytes = facts.size > BYTES_MAX ? null : await readFile(join(folderOf, name)).catch(() => null)
    const mail = await parsed(name, { bytes, at: facts.mtimeMs })
    read.set(name, { stamp, mail })
    return mail
  }
  const all = async (): Promise<Mail[]> => {
    if (folder === null) return []
    const files = await readdir(folder).catch(() => [])
    const names = files.filter((name) => name.endsWith('.eml')).toSorted()
    const newest = names.slice(-FILES_MAX).toReversed()
    for (const name of read.keys()) if (!newest.includes(name)) read.delete(name)
    const mails: Mail[] = []
    // Sequentially: there are few, and most are cached.
    for (const name of newest) mails.push(...[await mailOf(folder, name)].filter((mail) => mail !== null))
    return mails.toSorted((a, b) => b.at - a.at || b.id.localeCompare(a.id))
  }
  if (folder !== null) listen(folder, () => listeners.forEach((listener) => listener()))

  return {
    folder,
    /** Newest first. */
    all,
    /** Those to an address, in any case of its letters. */
    to: async (address: string | undefined) => {
      const recipient = address?.trim().toLowerCase()
      return (await all()).filter(({ to }) => !recipient || to.includes(recipient))
    },
    find: async (id: string) => (await all()).find((mail) => mail.id === id),
    /** Tells of every change until the answer is called. */
    listen(listener: () => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Outbox = ReturnType<typeof createOutbox>

/** Creates a missing folder, so that the first email is noticed, too. */
function listen(folder: string, changed: () => void): void {
  mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => watch(folder, { persistent: false }, changed).on('error', () => undefined))
    .catch((error: unknown) => process.stderr.write(`The outbox ${folder} cannot be watched: ${String(error)}\n`))
}

async function parsed(id: string, { bytes, at }: { bytes: Buffer | null; at: number }): Promise<Mail> {
  const unreadable = { id, at, from: '', to: [], html: '', links: [] }
  if (!bytes) return { ...unreadable, subject: 'A mail that is too large to be shown', text: '' }
  const mail = await PostalMime.parse(bytes, LIMITS).catch(() => null)
  if (!mail) return { ...unreadable, subject: 'A mail that cannot be read', text: '' }
  const text = mail.text ?? ''
  return {
    id,
    at,
    from: mail.from?.name ? `${mail.from.name} <${mail.from.address ?? ''}>` : (mail.from?.address ?? ''),
    to: (mail.to ?? []).flatMap(({ address }) => (address ? [address.toLowerCase()] : [])),
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    links: [...text.matchAll(/https?:\/\/[^\s<>"']+/g)].map(([link]) => link).slice(0, LINKS_MAX),
  }
}
