import { readFile } from 'node:fs/promises'

let loading: Promise<ReadonlySet<string>> | undefined

/** True for one of the 10,000 most common passwords, in any case. The list is read when the first account is made. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  return (await loading).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.trim().toLowerCase().split('\n'))
}
