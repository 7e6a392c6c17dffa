import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import OAuth from 'oauth-1.0a'
import { describe, expect, test } from 'vitest'
import { baseString, encode, headerParameters, sign, type Parameter } from './signature.ts'

const CONSUMER = ['ck_sandbox_key', 'cs sandbox&secret'] as const
const protocol = (token: string | null, further: Parameter[] = []): Parameter[] => [
  ['oauth_consumer_key', CONSUMER[0]],
  ['oauth_nonce', 'nonce123456'],
  ['oauth_signature_method', 'HMAC-SHA1'],
  ['oauth_timestamp', '1735689600'],
  ['oauth_version', '1.0'],
  ...(token === null ? [] : [['oauth_token', token] as Parameter]),
  ...further,
]

describe('the example of RFC 5849', () => {
  // Section 3.4.1.1, with the parameters of 3.4.1.3.1: names that repeat, empty values, characters that need encoding.
  const request = {
    method: 'POST',
    url: 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b',
    parameters: [
      ...(headerParameters(
        'OAuth realm="Example", oauth_consumer_key="9djdj82h48djs9d2", oauth_token="kkk9d7dh3k39sjv7", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="7d8f3e4a", oauth_signature="bYT5CMsGcbgUdFHObYMEfcx6bsw%3D"',
      ) ?? []),
      ...new URLSearchParams('c2&a3=2+q'),
    ],
  }

  test('has the documented base string', () => {
    expect(baseString(request)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    )
  })

  test('verifies the request of section 1.2', () => {
    const parameters = headerParameters(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="nnch734d00sl2jdk", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131202", oauth_nonce="chapoH", oauth_signature="MdpQcU8iPSUjWoN%2FUDMsK2sui9I%3D"',
    )
    const url = 'http://photos.example.net/photos?file=vacation.jpg&size=original'
    expect(sign({ method: 'GET', url, parameters: parameters ?? [] }, 'kd94hf93k423kf44', 'pfkkdhi9sl3r4s00')).toBe(
      'MdpQcU8iPSUjWoN/UDMsK2sui9I=',
    )
  })

  test('verifies the temporary credentials and the token of section 1.2', () => {
    const temporary = headerParameters(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131200", oauth_nonce="wIjqoS", oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", oauth_signature="x"',
    )
    expect(sign({ method: 'POST', url: 'https://photos.example.net/initiate', parameters: temporary ?? [] }, 'kd94hf93k423kf44')).toBe(
      '74KNZJeDHnMBp0EMJ9ZHt/XKycU=',
    )
    const token = headerParameters(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_token="hh5s93j4hdidpola", oauth_signature_method="HMAC-SHA1", oauth_timestamp="137131201", oauth_nonce="walatlh", oauth_verifier="hfdp7dh39dks9884", oauth_signature="x"',
    )
    expect(
      sign({ method: 'POST', url: 'https://photos.example.net/token', parameters: token ?? [] }, 'kd94hf93k423kf44', 'hdhd0244k9j7ao03'),
    ).toBe('gKgrFCywp7rO0OXSjdot/IHF7IU=')
  })
})

test.each([
  [
    'POST',
    'https://www.tumblr.com/oauth/request_token',
    null,
    '',
    [['oauth_callback', 'https://app.example.com/tumblr_callback']],
    'FSJm043xVhCN+sP6hHGwMHWtYIg=',
  ],
  [
    'POST',
    'https://www.tumblr.com/oauth/access_token',
    'reqtok',
    'reqsec',
    [['oauth_verifier', 'verif99']],
    'fA55Iw+uETqqJDiZIVKgRVLLlKA=',
  ],
  ['GET', 'https://www.tumblr.com/oauth/access_token', 'reqtok', 'reqsec', [['oauth_verifier', 'verif99']], 'zSmRyY30scmq6ugMX6xWpmivVH4='],
  ['GET', 'https://api.tumblr.com/v2/user/following?limit=20&offset=40', 'acctok', 'accsec', [], 'zabTQzCAq654mVIJjpt0JiJb+yw='],
  [
    'GET',
    'https://api.tumblr.com/v2/blog/staff.tumblr.com/posts/photo?tag=new%20york&limit=15&npf=true',
    'acctok',
    'accsec',
    [],
    'wS6XKuL74BOdzvYItm9XCuceE04=',
  ],
  ['POST', 'https://api.tumblr.com/v2/blog/my-blog.tumblr.com/posts', 'acctok', 'accsec', [], 'zaevA+1YWv3TMJ1+1jTwww0pyxQ='],
  [
    'POST',
    'https://api.tumblr.com/v2/blog/my-blog.tumblr.com/post',
    'acctok',
    'accsec',
    [
      ['type', 'photo'],
      ['caption', 'hello world!'],
      ['tags', 'a,b c'],
      ['source', 'https://x.example/a.png'],
    ],
    'fk9q/whzcAlsDsHZKZ7Zz84k9p8=',
  ],
] as [string, string, string | null, string, Parameter[], string][])('%s %s', (method, url, token, secret, further, expected) => {
  expect(sign({ method, url, parameters: protocol(token, further) }, CONSUMER[1], secret)).toBe(expected)
})

test('agrees with the oauth-1.0a library on any request', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(
      fc.dictionary(word, word, { maxKeys: 5 }),
      fc.constantFrom('GET', 'POST'),
      word,
      word,
      (form, method, secret, tokenSecret) => {
        const oauth = new OAuth({
          consumer: { key: CONSUMER[0], secret },
          signature_method: 'HMAC-SHA1',
          hash_function: (base, key) => createHmac('sha1', key).update(base).digest('base64'),
        })
        const url = 'http://127.0.0.1:4010/tumblr/v2/user/info'
        const { oauth_signature, ...rest } = oauth.authorize({ url, method, data: form }, { key: 'acctok', secret: tokenSecret })
        const parameters = Object.entries({ ...form, ...rest }).map(([name, value]): Parameter => [name, String(value)])
        expect(sign({ method, url, parameters }, secret, tokenSecret)).toBe(oauth_signature)
      },
    ),
  )
})

test('encodes everything but unreserved characters', () => {
  expect(encode("AZaz09-._~ !*'()&=+/?%é日")).toBe('AZaz09-._~%20%21%2A%27%28%29%26%3D%2B%2F%3F%25%C3%A9%E6%97%A5')
})

test.each([undefined, 'Bearer x', 'OAuth a', 'OAuth a="1" b="2"', 'OAuth a="%zz"', 'OAuth a="1",,b="2"'])(
  'rejects %s as an OAuth header',
  (header) => {
    expect(headerParameters(header)).toBeNull()
  },
)
