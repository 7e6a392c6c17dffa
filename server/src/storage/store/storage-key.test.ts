import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { keysOf } from '../renditions.ts'
import { isOwnKey, isFileKey, newKey } from './storage-key.ts'

const users = ['kJ3vR8mT0aQz5LxW2nYb7CdE9fGhUi1o', randomUUID().replaceAll('-', ''), randomUUID()]

test('a picture of any account, its renditions and what is half written of them are known as ours', () => {
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

test('only an unfinished cover of a starter photo is ours to delete', () => {
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
])('%j is not', (key) => expect([isFileKey(key), isOwnKey(key)]).toEqual([false, false]))
