import type { Caller } from '../caller.ts'

/** Password of the user in each folder. */
export const PASSWORD = 'a good password'
export const EMAIL = 'ann@example.org'

const LISTS = ['/me', '/companies', '/projects', '/media/page', '/custom-modes', '/accounts', '/scheduled-posts']

/** URLs are signed on each request, and each version counts used storage by its own rule. */
const CHANGING = /Url$|^used$/

/** Everything a user sees, by the path that returns it. */
export async function contentOf(caller: Caller, paths: readonly string[] = LISTS): Promise<Record<string, unknown>> {
  const content: Record<string, unknown> = {}
  for (const path of paths) {
    const { status, body } = await caller.call('GET', `/api/v1${path}`)
    // An earlier version has fewer endpoints.
    if (status === 404) continue
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    content[path] = comparableFields(body)
    if (path === '/projects') Object.assign(content, await contentOf(caller, openedBy(body)))
  }
  return content
}

const openedBy = (list: unknown): string[] =>
  (list as { projects: { id: string }[] }).projects.flatMap(({ id }) => [`/projects/${id}`, `/projects/${id}/versions`])

function comparableFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparableFields)
  if (typeof value !== 'object' || value === null) return value
  const comparable = Object.entries(value).filter(([name]) => !CHANGING.test(name))
  return Object.fromEntries(comparable.map(([name, each]) => [name, comparableFields(each)]))
}
