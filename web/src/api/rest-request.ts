/** Method and path of a call; `{name}` in the path is the field of that name. */
export type Route = readonly [method: string, path: string]

/**
 * A call of the contract as a request: fields named in the path go there, the others into the query of a GET or a JSON body. oRPC's own link
 * also supports files, streams and forms, which would add 6 kB of unused code to every page.
 */
export function restRequest(
  prefix: string,
  [method, template]: Route,
  { input, signal }: { input: unknown; signal?: AbortSignal | undefined },
): Request {
  const fields: Record<string, unknown> = { ...(input as object | undefined) }
  const path = template.replace(/\{(\w+)\}/g, (_match, name: string) => {
    // Path parameters are strings or numbers.
    const value = fields[name] as string | number
    delete fields[name]
    return encodeURIComponent(value)
  })
  const isSpent = path !== template && Object.keys(fields).length === 0
  const rest = input === undefined || isSpent ? undefined : fields
  if (method === 'GET') return new Request(prefix + path + queryOf(rest), { signal })
  if (rest === undefined) return new Request(prefix + path, { method, signal })
  return new Request(prefix + path, { method, signal, body: JSON.stringify(rest), headers: { 'content-type': 'application/json' } })
}

function queryOf(fields: object | undefined): string {
  const query = new URLSearchParams(pairs(fields)).toString()
  return query && `?${query}`
}

/** `{a: {b: [1]}}` becomes `a[b][0]=1`; undefined and null are left out. */
function pairs(value: unknown, name = ''): [string, string][] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [[name, String(value)]]
  return Object.entries(value ?? {}).flatMap(([key, one]) => pairs(one, name ? `${name}[${key}]` : key))
}
