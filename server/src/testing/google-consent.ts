/** What a person does on Google's consent page. */
export interface Consent {
  /** Email of the account that is picked; the first when absent. */
  account?: string | undefined
  decision?: 'allow' | 'deny'
  /** False unticks Drive. */
  drive?: boolean
}

/** Fills in the page as a person does, and gives the query of the address they are sent back to. */
export async function consentAtGoogle(url: string, { account, decision = 'allow', drive = true }: Consent = {}): Promise<URLSearchParams> {
  const page = await (await fetch(url)).text()
  const accounts = [...page.matchAll(/name="account" value="(\d+)"[^>]*>\s*<span>[^<]*<small>([^<]*)</g)]
  const [, id = ''] = accounts.find(([, , email]) => account === undefined || email === account) ?? []
  const form = new URLSearchParams({ account: id, decision })
  if (drive) form.set('scope', 'https://www.googleapis.com/auth/drive.file')
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (!location) throw new Error(`The consent page refused: ${reply.status} ${await reply.text()}`)
  return new URL(location).searchParams
}
