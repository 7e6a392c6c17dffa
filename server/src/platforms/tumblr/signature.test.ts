import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import OAuth from 'oauth-1.0a'
import { describe, expect, test } from 'vitest'
import { authorization, encode, signature, signatureBase, type SignedRequest } from './signature.ts'

/** Space and `&` in the secret on purpose. */
const client = { key: 'ck_sandbox_key', secret: 'cs sandbox&secret' }
const parts = { timestamp: () => 1735689600, nonce: () => 'nonce123456' }
const requestToken = { token: 'reqtok', secret: 'reqsec' }
const account = { token: 'acctok', secret: 'accsec' }

function signed(request: SignedRequest, token?: { token: string; secret: string }): string {
  const header = authorization(request, { client, ...(token && { token }) }, parts)
  return decodeURIComponent(/oauth_signature="([^"]+)"/.exec(header)?.[1] ?? '')
}

test('the base string of RFC 5849, section 3.4.1.1', () => {
  const request = {
    method: 'post',
    url: 'http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    form: [
      ['c2', ''],
      ['a3', '2 q'],
    ] as const,
  }
  const oauth = {
    oauth_consumer_key: '9djdj82h48djs9d2',
    oauth_token: 'kkk9d7dh3k39sjv7',
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: '137131201',
    oauth_nonce: '7d8f3e4a',
  }
  expect(signatureBase(request, oauth)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_' +
      'key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk' +
      '9d7dh3k39sjv7',
  )
})

describe('signed requests of RFC 5849, section 1.2', () => {
  const keys = { key: 'dpf43f3p2l4k3l03', secret: 'kd94hf93k423kf44' }
  const oauth = (timestamp: string, nonce: string, rest: Record<string, string>) => ({
    oauth_consumer_key: keys.key,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: timestamp,
    oauth_nonce: nonce,
    ...rest,
  })
  test.each([
    [
      { method: 'POST', url: 'https://photos.example.net/token' },
      oauth('137131201', 'walatlh', { oauth_token: 'hh5s93j4hdidpola', oauth_verifier: 'hfdp7dh39dks9884' }),
      'hdhd0244k9j7ao03',
      'gKgrFCywp7rO0OXSjdot/IHF7IU=',
    ],
    [
      { method: 'GET', url: 'http://photos.example.net/photos?file=vacation.jpg&size=original' },
      oauth('137131202', 'chapoH', { oauth_token: 'nnch734d00sl2jdk' }),
      'pfkkdhi9sl3r4s00',
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    ],
  ])('%o', (request, parameters, tokenSecret, expected) => {
    expect(signature(signatureBase(request, parameters), keys, tokenSecret)).toBe(expected)
  })
})

describe('signs each kind of request', () => {
  const www = 'https://www.tumblr.com/oauth'
  const api = 'https://api.tumblr.com/v2'
  test.each<[string, SignedRequest, { token: string; secret: string } | undefined, string]>([
    [
      'a request token',
      { method: 'POST', url: `${www}/request_token`, extra: { oauth_callback: 'https://app.example.com/tumblr_callback' } },
      undefined,
      'FSJm043xVhCN+sP6hHGwMHWtYIg=',
    ],
    [
      'an access token by POST',
      { method: 'POST', url: `${www}/access_token`, extra: { oauth_verifier: 'verif99' } },
      requestToken,
      'fA55Iw+uETqqJDiZIVKgRVLLlKA=',
    ],
    [
      'an access token by GET',
      { method: 'GET', url: `${www}/access_token`, extra: { oauth_verifier: 'verif99' } },
      requestToken,
      'zSmRyY30scmq6ugMX6xWpmivVH4=',
    ],
    ['the followed blogs', { method: 'GET', url: `${api}/user/following?limit=20&offset=40` }, account, 'zabTQzCAq654mVIJjpt0JiJb+yw='],
    [
      'posts under a tag with a space',
      { method: 'GET', url: `${api}/blog/staff.tumblr.com/posts/photo?tag=new%20york&limit=15&npf=true` },
      account,
      'wS6XKuL74BOdzvYItm9XCuceE04=',
    ],
    [
      'a JSON or multipart body, which is not signed',
      { method: 'POST', url: `${api}/blog/my-blog.tumblr.com/posts` },
      account,
      'zaevA+1YWv3TMJ1+1jTwww0pyxQ=',
    ],
    [
      'a form body, which is',
      {
        method: 'POST',
        url: `${api}/blog/my-blog.tumblr.com/post`,
        form: [
          ['type', 'photo'],
          ['caption', 'hello world!'],
          ['tags', 'a,b c'],
          ['source', 'https://x.example/a.png'],
        ],
      },
      account,
      'fk9q/whzcAlsDsHZKZ7Zz84k9p8=',
    ],
  ])('%s', (_name, request, token, expected) => {
    expect(signed(request, token)).toBe(expected)
  })
})

test('signs any request like the oauth-1.0a library', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((value) => value.isWellFormed())
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/)
  const secrets = fc.record({ key: text, secret: text })
  const reference = (keys: { key: string; secret: string }) =>
    new OAuth({
      consumer: keys,
      signature_method: 'HMAC-SHA1',
      hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
    })
  fc.assert(
    fc.property(secrets, fc.option(secrets), fc.dictionary(name, text, { maxKeys: 4 }), (keys, token, query) => {
      const url = `https://api.example.com:8443/v2/posts?${new URLSearchParams(query).toString()}`
      const oauth = {
        oauth_consumer_key: keys.key,
        oauth_nonce: 'n',
        oauth_signature_method: 'HMAC-SHA1',
        oauth_timestamp: '1',
        ...(token && { oauth_token: token.key }),
        oauth_version: '1.0',
      }
      const ours = signature(signatureBase({ method: 'GET', url }, oauth), keys, token?.secret ?? '')
      // Their reading of a query does not know `+`: it is given the fields apart.
      const data = { url: 'https://api.example.com:8443/v2/posts', method: 'GET', data: query }
      expect(ours).toBe(reference(keys).getSignature(data, token?.secret, { ...oauth, oauth_timestamp: 1 }))
    }),
  )
})

test('escapes everything but the unreserved characters of RFC 3986', () => {
  expect(encode("Az09-._~!'()* &é")).toBe('Az09-._~%21%27%28%29%2A%20%26%C3%A9')
})

test('gives every request its own nonce', () => {
  const headers = new Set(Array.from({ length: 50 }, () => authorization({ method: 'GET', url: 'https://a.example/' }, { client })))
  expect(headers.size).toBe(50)
})
