import { describe, expect, it } from 'vitest'
import { errorFromBody, errorFromResponse, errorText, toApiError } from './api-error.ts'

describe('an error body', () => {
  it('provides code, message, details and data', () => {
    const error = errorFromBody({ error: { code: 'RATE_LIMITED', message: 'Too many requests.', details: { seconds: 3 } } }, 429)
    expect(error).toMatchObject({
      code: 'RATE_LIMITED',
      status: 429,
      message: 'Too many requests.',
      details: { seconds: 3 },
      data: { seconds: 3 },
    })
  })

  it('is INTERNAL for another body', async () => {
    const error = await errorFromResponse(new Response('<h1>Bad Gateway</h1>', { status: 502 }))
    expect(error).toMatchObject({ code: 'INTERNAL', status: 502 })
    expect(error.message).not.toContain('<h1>')
  })
})

describe('an unexpected error', () => {
  const responseOf = (code: string, status: number) =>
    Response.json({ error: { code, message: 'Something went wrong.' } }, { status, headers: { 'x-request-id': '0123456789abcdef0123' } })

  it('names its request id', async () => {
    expect((await errorFromResponse(responseOf('INTERNAL', 500))).message).toBe('Something went wrong. Reference: 0123456789abcdef0123')
  })

  it('omits the request id of an expected error', async () => {
    expect((await errorFromResponse(responseOf('RATE_LIMITED', 429))).message).toBe('Something went wrong.')
  })
})

describe('a 413 response', () => {
  it('names the proxy when the body comes from one', async () => {
    const page = '<html><head><title>413 Request Entity Too Large</title></head></html>'
    const error = await errorFromResponse(new Response(page, { status: 413 }))
    expect(error).toMatchObject({ code: 'BODY_TOO_LARGE', status: 413 })
    expect(error.message).toMatch(/proxy .* larger uploads/)
  })

  it('shows the message of the server', () => {
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
    'The upload failed',
  ])('is OFFLINE for a lost connection: %s', (message) => {
    expect(toApiError(new TypeError(message))).toMatchObject({ code: 'OFFLINE', status: 0 })
  })

  it('is INTERNAL for a bug of the page', () => {
    const error = toApiError(new TypeError("Cannot read properties of undefined (reading 'map')"))
    expect(error).toMatchObject({ code: 'INTERNAL', status: 500 })
    expect(error.message).not.toMatch(/server|connection|undefined/)
  })

  it('is CANCELLED after an abort', () => {
    expect(toApiError(new DOMException('stopped', 'AbortError')).code).toBe('CANCELLED')
  })

  it('always has a message', () => {
    expect(errorText(new Error(''))).toBe('Unknown error')
    expect(errorText('thrown as a string')).not.toBe('')
  })
})
