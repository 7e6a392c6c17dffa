import { expect, test } from 'vitest'
import { signedLink } from './s3-link.ts'

// The example of Amazon's documentation, with its keys and its signature.
test('signedLink matches the example of the AWS documentation', () => {
  const signer = {
    origin: 'https://examplebucket.s3.amazonaws.com',
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  }
  expect(signedLink(signer, { path: '/test.txt', signedAt: new Date('2013-05-24T00:00:00.000Z'), seconds: 86_400 })).toBe(
    'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
      '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400' +
      '&X-Amz-SignedHeaders=host&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
})
