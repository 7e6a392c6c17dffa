import { describe, expect, test } from 'vitest'
import { requireWebhookUrl } from './endpoint-url.ts'

const PUBLIC = { allowPrivate: false }

describe('without private addresses', () => {
  test.each([
    'https://example.com/hook?a=b',
    'https://example.com:8443/hook',
    'https://93.184.216.34/hook',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
  ])('allows %s', (url) => {
    expect(requireWebhookUrl(url, PUBLIC)).toBe(url)
  })

  test.each([
    'http://example.com/hook',
    'ftp://example.com/',
    'file:///etc/passwd',
    'no address',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://localhost./',
    'https://printer/',
    'https://nas.local/',
    'https://metadata.google.internal/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://10.1.2.3/',
    'https://192.168.0.10/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[::]/',
    'https://0/',
    'https://0.0.0.0/',
    'https://127.1/',
    'https://017700000001/',
    'https://0x7f000001/',
    'https://127.0.0.1./',
    'https://127。0。0。1/',
    'https://１２７.0.0.1/',
    'https://LOCALHOST/',
    'https://a.localhost/',
    'https://100.64.0.1/',
    'https://168.63.129.16/',
    'https://example.com@127.0.0.1/',
    'https://127.0.0.1:443/',
    'https://127.0.0.1#@example.com/',
    'https://127.0.0.1\\@example.com/',
    'https:127.0.0.1',
    'https://example.com:99999/',
    '//127.0.0.1/',
  ])('rejects %s', (url) => {
    expect(() => requireWebhookUrl(url, PUBLIC)).toThrow('This URL cannot be used here')
  })
})

test('with private addresses allows http and local hosts only', () => {
  const home = { allowPrivate: true }
  expect(requireWebhookUrl('http://nas.local:5678/webhook/x#part', home)).toBe('http://nas.local:5678/webhook/x')
  expect(requireWebhookUrl('http://192.168.0.10/', home)).toBe('http://192.168.0.10/')
  for (const url of ['ftp://nas.local/', 'http://a:b@nas.local/', 'javascript:alert(1)'])
    expect(() => requireWebhookUrl(url, home)).toThrow('This URL cannot be used here')
})
