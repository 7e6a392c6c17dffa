import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The drawn part of each mail of the outbox that went to an address. */
export async function mailsTo(address: string): Promise<string[]> {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'outbox')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return mails.filter((mail) => mail.includes(address)).map(drawnPart)
}

/** As nodemailer writes it: one part after another, this one in quoted-printable or base64. */
function drawnPart(mail: string): string {
  const [, encoding = '', body = ''] =
    /content-type: text\/html[^\r\n]*\r?\ncontent-transfer-encoding: ([\w-]+)\r?\n\r?\n([\s\S]*?)\r?\n--/i.exec(mail) ?? []
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  if (encoding !== 'quoted-printable') return body
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
