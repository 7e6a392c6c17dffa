import { formatSafeArea, safeAreaOf } from '@ninesixteen/shared/slide/safe-area'
import { beforeEach, expect, it, vi } from 'vitest'
import { sessionGate, useSessionGate } from '../../../api/session-gate.ts'
import { keep } from '../../../app/browser-storage.ts'
import { chooseSafeArea, safeAreaChoice, snapArea } from './safe-area-choice.ts'

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
})

it('is remembered for each user', () => {
  sessionGate.signedInAs('anna')
  expect(safeAreaChoice()).toEqual({ isShown: false, network: 'tiktok' })
  chooseSafeArea({ isShown: true, network: 'youtube-shorts' })
  useSessionGate.setState({ userId: 'bea' })
  expect(safeAreaChoice()).toEqual({ isShown: false, network: 'tiktok' })
  chooseSafeArea({ network: 'all' })
  useSessionGate.setState({ userId: 'anna' })
  expect(safeAreaChoice()).toEqual({ isShown: true, network: 'youtube-shorts' })
})

it('is the area that boxes snap to while it is shown, and TikTok’s otherwise', () => {
  useSessionGate.setState({ userId: 'dora' })
  chooseSafeArea({ network: 'instagram-reels' })
  expect(snapArea('9:16')).toEqual(safeAreaOf('tiktok'))
  chooseSafeArea({ isShown: true })
  expect(snapArea('9:16')).toEqual(safeAreaOf('instagram-reels'))
  expect(snapArea('1:1')).toEqual(formatSafeArea('1:1'))
})

it('starts with TikTok where the browser has something else', () => {
  keep('ninesixteen.safe-area.cleo', { isShown: 'yes', network: 'toString' })
  useSessionGate.setState({ userId: 'cleo' })
  expect(safeAreaChoice()).toEqual({ isShown: false, network: 'tiktok' })
})
