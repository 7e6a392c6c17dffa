import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createWebhookSecret, signWebhook } from './sign.ts'

// From the specification's reference implementations.
const VECTOR = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('signs the Standard Webhooks test vector as specified', () => {
  expect(signWebhook([VECTOR.secret], VECTOR)).toBe(VECTOR.signature)
})

test('verifies with any of several secrets, and rejects others and changed bodies', () => {
  const [one, two, other] = [createWebhookSecret(), createWebhookSecret(), createWebhookSecret()]
  const timestamp = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ type: 'post.published', title: 'Größe 📷' })
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook([one, two], { id: 'msg_1', timestamp, body }),
  }
  expect(headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  for (const secret of [one, two]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature')
  expect(() => new Webhook(one).verify(`${body} `, headers)).toThrow('No matching signature')
})

test('creates secrets of 32 random bytes', () => {
  const secret = createWebhookSecret()
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(createWebhookSecret()).not.toBe(secret)
})
