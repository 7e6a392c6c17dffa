import { expect, it } from 'vitest'
import { connectPath, exportPath, readReturn } from './connect-return.ts'

it('the accounts lead back to a page of the studio with its query', () => {
  const back = exportPath('5f0c1a52-7d0e-4c3a-9a57-6a9f0a7a1111')
  expect(back).toBe('/content_studio?project=5f0c1a52-7d0e-4c3a-9a57-6a9f0a7a1111&pane=edit&export=open')
  const query = new URL(connectPath(back), 'https://studio.example').searchParams
  expect(query.get('tab')).toBe('accounts')
  expect(readReturn(query.get('back'))).toEqual({ to: back, label: 'Back to the Content Studio' })
})

it.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/content_studio',
  '/content_studio/../auth',
  '/content_studio\\@evil.example',
  'javascript:alert(1)',
  'toString',
  '/settings?tab=accounts',
  '',
  null,
])('the accounts lead back to no other address: %s', (back) => {
  expect(readReturn(back)).toBeNull()
  if (back !== null) expect(connectPath(back)).toBe('/settings?tab=accounts')
})
