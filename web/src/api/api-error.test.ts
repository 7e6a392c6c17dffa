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

describe('a thrown value', () => {
  it('is OFFLINE where a fetch reached nobody', () => {
    expect(toApiError(new TypeError('fetch failed'))).toMatchObject({ code: 'OFFLINE', status: 0 })
  })

  it('is CANCELLED where someone aborted', () => {
    expect(toApiError(new DOMException('stopped', 'AbortError')).code).toBe('CANCELLED')
  })

  it('always has words', () => {
    expect(errorText(new Error(''))).toBe('Unknown error')
    expect(errorText('thrown as a string')).not.toBe('')
  })
})
