export type Encoding = 'br' | 'gzip'

/** The best compression that the browser accepts; null if none. */
export function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = (header ?? '').split(',').flatMap((entry) => {
    const [name = '', ...parameters] = entry.trim().split(';')
    return parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter)) ? [] : [name.toLowerCase()]
  })
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}
