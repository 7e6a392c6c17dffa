import { readFile } from 'node:fs/promises'

let loading: Promise<ReadonlySet<string>> | undefined

/** Whether a password is among the 10,000 most common, ignoring case. The list is loaded with the first sign-up. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  return (await loading).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.trim().toLowerCase().split('\n'))
}
