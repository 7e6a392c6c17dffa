import { expect, test } from 'vitest'
import { isOwnServer, requireAllowedBaseUrl } from './own-provider.ts'

const instance = 'http://10.0.0.5:8080/v1'
const any = { instance, userBaseUrls: 'any' as const }

test.each([
  ['http://api.example.com/v1', /begin with https/],
  ['https://127.0.0.1/v1', /public server/],
  ['https://[::1]/v1', /public server/],
  ['https://[::ffff:7f00:1]/v1', /public server/],
  ['https://2130706433/v1', /public server/],
  ['https://0x7f.1/v1', /public server/],
  ['https://0177.0.0.1/v1', /public server/],
  ['https://169.254.169.254/v1', /public server/],
  ['https://localhost/v1', /public server/],
  ['https://localhost./v1', /public server/],
  ['https://a.localhost/v1', /public server/],
  ['https://printer.local/v1', /public server/],
  ['https://metadata.google.internal/v1', /public server/],
  ['https://intranet/v1', /public server/],
  ['https://127\u30020\u30020\u30021/v1', /public server/],
  ['https://me:secret@api.example.com/v1', /name or password/],
  ['https://api.example.com/v1?to=', /may not have a query/],
  ['ftp://api.example.com', /begin with https/],
  ['javascript:alert(1)', /begin with https/],
  ['nonsense', /not an address/],
])('rejects the base URL %s', (baseUrl, reason) => {
  expect(() => requireAllowedBaseUrl(any, baseUrl)).toThrow(reason)
})

test("a public https URL loses its trailing slash, and the instance's stays unchanged", () => {
  expect(requireAllowedBaseUrl(any, 'https://api.example.com/v1/')).toBe('https://api.example.com/v1')
  expect(requireAllowedBaseUrl(any, 'http://10.0.0.5:8080/v1')).toBe('http://10.0.0.5:8080/v1')
})

test("the operator's list of base URLs is exhaustive and may include private ones", () => {
  const listed = { instance, userBaseUrls: ['http://10.0.0.6/v1'] }
  expect(requireAllowedBaseUrl(listed, 'http://10.0.0.6/v1/')).toBe('http://10.0.0.6/v1')
  expect(() => requireAllowedBaseUrl(listed, 'https://api.example.com/v1')).toThrow('allows http://10.0.0.6/v1')
  expect(() => requireAllowedBaseUrl({ instance, userBaseUrls: [] }, 'https://api.example.com/v1')).toThrow('allows no other server')
})

test.each([
  ['http://10.0.0.5:8080/v1', null, false],
  ['http://10.0.0.5:8080/v1', 'http://10.0.0.5:8080/v1', false],
  ['https://ai.example.com/v1', 'https://ai.example.com:443/other', false],
  ['https://ai.example.com/v1', 'https://AI.example.com/v1', false],
  ['http://ai.example.com:8080/v1', 'https://ai.example.com:8443/v1', false],
  ['https://ai.example.com/v1', 'https://ai.example.com./v1', false],
  ['https://ai.example.com/v1', 'https://ai.example.org/v1', true],
  ['https://api.openai.com/v1', 'https://api.openai.com/v1', true],
  ['https://api.openai.com/v1', null, false],
  [null, null, true],
  [null, 'https://ai.example.org/v1', true],
])("with the instance at %s, a server at %s is the user's own: %s", (instances, baseUrl, isOwn) => {
  expect(isOwnServer(instances, baseUrl)).toBe(isOwn)
})
