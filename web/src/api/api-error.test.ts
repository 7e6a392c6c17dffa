import { describe, expect, it } from 'vitest'
import { errorFromBody, errorFromResponse, errorText, toApiError } from './api-error.ts'

describe('an error body', () => {
  it('keeps code, words, details and data', () => {
    const error = errorFromBody({ error: { code: 'RATE_LIMITED', message: 'Too many requests.', details: { seconds: 3 } } }, 429)
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      message: 'Too many requests.',
      details: { seconds: 3 },
      data: { seconds: 3 },
    })
  })

  it('is INTERNAL where it is not ours', async () => {
    const error = await errorFromResponse(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    expect(error).toMatchObject({ code: 'INTERNAL', status: 502 })
    expect(error.message).not.toContain('<h1>')
  })
})

describe('what nobody expected', () => {
  const answer = (code: string, status: number) =>
    Response.json({ error: { code, message: 'Something went wrong.' } }, { status, headers: { 'x-request-id': '0123456789abcdef0123' } })

  it('names its place in the log of the server', async () => {
    expect((await errorFromResponse(answer('INTERNAL', 500))).message).toBe('Something went wrong. Reference: 0123456789abcdef0123')
  })

  it('and nothing else does', async () => {
    expect((await errorFromResponse(answer('RATE_LIMITED', 429))).message).toBe('Something went wrong.')
  })
})

describe('a 413', () => {
  it("says that a proxy stopped it, where the page is a proxy's", async () => {
    const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
    const error = await errorFromResponse(new Response(page, { status: 413 }))
    expect(error).toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 })
    expect(error.message).toMatch(/proxy .* larger uploads/)
  })

  it('keeps the words of the server', () => {
    const error = errorFromBody({ error: { code: 'UPLOAD_TOO_LARGE', message: 'This file is larger than 20 MB.' } }, 413)
    expect(error).toMatchObject({ code: 'UPLOAD_TOO_LARGE', message: 'This file is larger than 20 MB.' })
  })
})

describe('a thrown value', () => {
  it.each([
    'fetch failed',
    'Failed to fetch',
    'NetworkError when attempting to fetch resource.',
    'Load failed',
    'network error',
    'Failed to fetch dynamically imported module: http://localhost/a.js',
    'error loading dynamically imported module: http://localhost/a.js',
    'Importing a module script failed.',
    'The upload reached nobody',
  ])('is OFFLINE where a fetch reached nobody: %s', (words) => {
    expect(toApiError(new TypeError(words))).toMatchObject({ code: 'OFFLINE', status: 0 })
  })

  it('is no fault of the network where the page itself has one', () => {
    const error = toApiError(new TypeError("Cannot read properties of undefined (reading 'map')"))
    expect(error).toMatchObject({ code: 'INTERNAL', status: 500 })
    expect(error.message).not.toMatch(/server|connection|undefined/)
  })

  it('is CANCELLED where someone aborted', () => {
    expect(toApiError(new DOMException('stopped', 'AbortError')).code).toBe('CANCELLED')
  })

  it('always has words', () => {
    expect(errorText(new Error(''))).toBe('Unknown error')
    expect(errorText('thrown as a string')).not.toBe('')
  })
})
