import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keysOf } from '../renditions.ts'
import { isOwnKey, isFileKey, newKey } from './storage-key.ts'

const users = ['kJ3vR8mT0aQz5LxW2nYb7CdE9fGhUi1o', randomUUID().replaceAll('-', ''), randomUUID()]

test('isOwnKey accepts originals, renditions and partial files of any user', () => {
  for (const user of users) {
    for (const extension of ['jpg', 'png', 'mp4'] as const) {
      const key = newKey(user, extension)
      for (const each of keysOf(key)) {
        expect([each, isFileKey(each), isOwnKey(each)]).toEqual([each, true, true])
        const unfinished = `${each}.${randomUUID()}~`
        expect([unfinished, isFileKey(unfinished), isOwnKey(unfinished)]).toEqual([unfinished, false, true])
      }
    }
  }
  expect(isOwnKey(`start/${randomUUID()}`)).toBe(true)
})

test('isOwnKey accepts only the partial cover of a starter photo', () => {
  const cover = 'starter/still-lake.jpg.cover.jpg'
  expect([isFileKey(cover), isOwnKey(cover)]).toEqual([false, false])
  expect([isFileKey(`${cover}.${randomUUID()}~`), isOwnKey(`${cover}.${randomUUID()}~`)]).toEqual([false, true])
})

test.each([
  'photos/holiday.jpg',
  'photos/1795253695557_AAAAAAAAAAAA.jpg',
  `${users[0]}/notes.jpg`,
  `${users[0]}/1795253695557_AAAAAAAAAAAA.gif`,
  `${users[0]}/1795253695557_AAAAAAAAAAAA.jpg.bak`,
  `${users[0]}/1795253695557_AAAAAAAAAAAA.jpg~`,
  `a/${users[0]}/1795253695557_AAAAAAAAAAAA.jpg`,
  `${users[0]}/1795253695557_AAAAAAAAAAAA.jpg\n`,
  'start/later.txt',
  '.ninesixteen/owner.json',
  '',
])('isFileKey and isOwnKey reject %j', (key) => expect([isFileKey(key), isOwnKey(key)]).toEqual([false, false]))
