import { expect, test } from 'vitest'
import { sourceOf } from './photo-source.ts'

test.each([
  ['https://64.media.tumblr.com/a/b.jpg', { host: '64.media.tumblr.com', href: 'https://64.media.tumblr.com/a/b.jpg' }],
  ['http://www.example.com:8080/b.jpg?x=1', { host: 'example.com:8080', href: 'http://www.example.com:8080/b.jpg?x=1' }],
])('a photo from %s has a link', (originalUrl, source) => {
  expect(sourceOf({ originalUrl })).toEqual(source)
})

test.each([
  [null],
  [''],
  ['no address'],
  ['javascript:alert(1)'],
  ['JAVASCRIPT:alert(1)//https://x.test'],
  ['data:text/html,x'],
  ['blob:https://x.test/1'],
  ['file:///etc/passwd'],
])('a photo from %s has no link', (originalUrl) => {
  expect(sourceOf({ originalUrl })).toBeNull()
})
