import type { RunListItem } from '@ninesixteen/shared/api/runs'
import { expect, test } from 'vitest'
import { describeEnds, describeWork, runPage } from './run-kinds.ts'

let ids = 0
function run(kind: string, values: Partial<RunListItem> = {}): RunListItem {
  ids += 1
  const created = { createdAt: '2026-01-01T00:00:00Z', startedAt: null, endedAt: null }
  const about = { id: `run-${ids}`, kind, title: '3 plants', projectId: null, companyId: null }
  return { ...about, ...created, state: 'running', done: 0, total: null, note: null, error: null, ...values }
}

test.each([
  [['generation'], 'Writing 1 slideshow'],
  [['generation', 'generation', 'post-media', 'generation'], 'Writing 3 slideshows, rendering 1 post'],
  [['slideshow-render', 'slideshow-render'], 'Rendering 2 slideshows'],
  [['slideshow-table', 'slideshow-translations'], 'Writing 1 table, translating 1 slideshow'],
  [['content-plan', 'slideshow-table', 'slideshow-table'], 'Writing 1 content plan, writing 2 tables'],
  [['ai-photos'], 'Making AI photos'],
  [['ai-photos', 'ai-photos', 'photo-import'], 'Making 2 sets of AI photos, importing photos'],
  [['photo-import', 'photo-import'], 'Importing 2 sets of photos'],
  [['ai-photos', 'ai-photos-own'], 'Making 2 sets of AI photos'],
  [['slideshow-batch', 'plan-approvals'], 'Writing 1 table, approving posts of 1 content plan'],
  [['of a later release', 'toString'], 'Working on 2 tasks'],
])('%j reads %s', (kinds, text) => {
  expect(describeWork(kinds.map((kind) => run(kind)))).toBe(text)
})

test('work that ended is not described', () => {
  expect(describeWork([run('generation', { state: 'done' }), run('ai-photos', { state: 'waiting' })])).toBe('Making AI photos')
  expect(describeWork([run('generation', { state: 'failed' })])).toBeNull()
})

test('a batch of a slideshow translates it, and any other one writes a table', () => {
  expect(describeWork([run('slideshow-batch', { projectId: 'p' })])).toBe('Translating 1 slideshow')
  expect(runPage(run('slideshow-batch', { projectId: 'p' }))).toBe('/content_studio?project=p&pane=edit')
  expect(runPage(run('slideshow-batch', { id: 't' }))).toBe('/content_studio?table=t')
})

test('a run leads to its slideshow, table, plan or library', () => {
  expect(runPage(run('slideshow-render', { projectId: 'p' }))).toBe('/content_studio?project=p&pane=edit')
  expect(runPage(run('generation'))).toBeNull()
  expect(runPage(run('slideshow-table', { id: 't' }))).toBe('/content_studio?table=t')
  expect(runPage(run('content-plan', { companyId: 'c' }))).toBe('/content_plan?company=c')
  expect(runPage(run('ai-photos'))).toBe('/photo_library')
})

test('screen readers are told of runs that end while the page is open', () => {
  const [first, second, third] = [run('slideshow-render'), run('generation', { state: 'waiting' }), run('ai-photos')]
  const error = { code: 'UNAVAILABLE', message: 'The server is not ready.' }
  const now = [
    { ...first, state: 'done' as const },
    { ...second, state: 'failed' as const, error },
    { ...third, state: 'cancelled' as const },
    run('generation', { state: 'done' }),
  ]
  expect(describeEnds([first, second, third], now)).toBe('Render “3 plants” is done. Slideshow “3 plants” failed: The server is not ready.')
  expect(describeEnds(now, now)).toBe('')
})
